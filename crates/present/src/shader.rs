//! The shaders that draw a texture, in one source for OpenGL 2.1 and later and OpenGL ES 2.0 and later.

/// A version of OpenGL's shading language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// OpenGL 2.1.
    Glsl120,
    /// OpenGL 3.2 and later; the only one in a core profile.
    Glsl150,
    /// OpenGL ES 2.
    Essl100,
    /// OpenGL ES 3 and later, and WebGL 2.
    Essl300,
}

impl Language {
    /// Returns the shading language of a context.
    pub(crate) fn of(is_embedded: bool, major: u32, minor: u32) -> Language {
        match (is_embedded, (major, minor) >= (3, 2), major >= 3) {
            (false, true, _) => Language::Glsl150,
            (false, false, _) => Language::Glsl120,
            (true, _, true) => Language::Essl300,
            (true, _, false) => Language::Essl100,
        }
    }

    /// Returns whether drawing requires a vertex array object.
    pub(crate) fn needs_vertex_array(self) -> bool {
        matches!(self, Language::Glsl150 | Language::Essl300)
    }

    fn header(self) -> &'static str {
        match self {
            Language::Glsl120 => "#version 120\n",
            Language::Glsl150 => "#version 150\n#define MODERN\n",
            Language::Essl100 => "#version 100\n",
            Language::Essl300 => "#version 300 es\n#define MODERN\n",
        }
    }

    /// Returns the source of the vertex shader.
    pub(crate) fn vertex(self) -> String {
        format!("{}{VERTEX}", self.header())
    }

    /// Returns the source of the fragment shader.
    pub(crate) fn fragment(self) -> String {
        format!("{}{FRAGMENT}", self.header())
    }
}

/// `corner` goes from 0 to 1, to the right and down, like the rows of a frame.
const VERTEX: &str = "
#ifdef MODERN
in vec2 corner;
out vec2 at;
#else
attribute vec2 corner;
varying vec2 at;
#endif
void main() {
    at = corner;
    gl_Position = vec4(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0);
}
";

const FRAGMENT: &str = "
#ifdef GL_ES
#if defined(MODERN) || defined(GL_FRAGMENT_PRECISION_HIGH)
precision highp float;
#else
precision mediump float;
#endif
#endif
uniform sampler2D frame;
#ifdef MODERN
in vec2 at;
out vec4 colour;
void main() { colour = vec4(texture(frame, at).rgb, 1.0); }
#else
varying vec2 at;
void main() { gl_FragColor = vec4(texture2D(frame, at).rgb, 1.0); }
#endif
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn context_gets_a_supported_language() {
        assert_eq!(Language::of(false, 2, 1), Language::Glsl120);
        assert_eq!(Language::of(false, 3, 1), Language::Glsl120);
        assert_eq!(Language::of(false, 4, 5), Language::Glsl150);
        assert_eq!(Language::of(true, 2, 0), Language::Essl100);
        assert_eq!(Language::of(true, 3, 2), Language::Essl300);
    }

    #[test]
    fn version_is_on_the_first_line() {
        for language in [Language::Glsl120, Language::Glsl150, Language::Essl100, Language::Essl300] {
            assert!(language.vertex().starts_with("#version") && language.fragment().starts_with("#version"));
        }
    }
}
