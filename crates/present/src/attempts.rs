//! The order in which backends are tried.

use crate::backend::Backend;
use raw_window_handle::RawDisplayHandle;
use std::path::Path;

/// One attempt to open a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// OpenGL through one library. With `cpu`, OpenGL on the CPU is also accepted, which takes four times as long as
    /// softbuffer.
    OpenGl { library: Library, cpu: bool },
    /// Shared memory.
    Softbuffer,
}

impl Attempt {
    /// Returns the name of the attempt for messages.
    pub(crate) fn name(self) -> String {
        match self {
            Attempt::OpenGl { library, cpu: false } => format!("OpenGL through {}", library.name()),
            Attempt::OpenGl { library, cpu: true } => format!("OpenGL on the CPU through {}", library.name()),
            Attempt::Softbuffer => "softbuffer".to_owned(),
        }
    }
}

/// Library that creates OpenGL contexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    /// On Wayland and X11.
    Egl,
    /// On X11.
    Glx,
    /// On Windows.
    Wgl,
    /// On macOS.
    Cgl,
}

impl Library {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Library::Egl => "EGL",
            Library::Glx => "GLX",
            Library::Wgl => "WGL",
            Library::Cgl => "CGL",
        }
    }

    /// Returns the libraries of a display in order of preference.
    pub(crate) fn of(display: RawDisplayHandle) -> &'static [Library] {
        match display {
            RawDisplayHandle::Xlib(_) | RawDisplayHandle::Xcb(_) => &[Library::Egl, Library::Glx],
            RawDisplayHandle::Windows(_) => &[Library::Wgl],
            RawDisplayHandle::AppKit(_) => &[Library::Cgl],
            _ => &[Library::Egl],
        }
    }
}

impl Backend {
    /// Returns the attempts in order, for a display with these libraries.
    pub(crate) fn attempts(self, libraries: &[Library], has_gpu: bool) -> Vec<Attempt> {
        let opengl = |cpu| libraries.iter().map(move |&library| Attempt::OpenGl { library, cpu });
        match self {
            Backend::OpenGl => opengl(true).collect(),
            Backend::Softbuffer => vec![Attempt::Softbuffer],
            // Loading OpenGL just to find out that it runs on the CPU costs 50 ms and 80 MiB.
            Backend::Auto => {
                let gpu = opengl(false).filter(|_| has_gpu);
                gpu.chain([Attempt::Softbuffer]).chain(opengl(true)).collect()
            }
        }
    }
}

/// Returns whether this machine may have a GPU. On Linux, each GPU driver has a file in `/dev`; on other systems a GPU
/// is assumed.
pub(crate) fn has_gpu() -> bool {
    const DRIVERS: [&str; 6] =
        ["/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg", "/dev/mali0", "/dev/kgsl-3d0", "/dev/pvr_sync"];
    let has_render_nodes = || std::fs::read_dir("/dev/dri").is_ok_and(|mut nodes| nodes.next().is_some());
    !cfg!(target_os = "linux") || has_render_nodes() || DRIVERS.iter().any(|driver| Path::new(driver).exists())
}

/// Returns true if this is the name of a software renderer of OpenGL.
pub(crate) fn draws_on_cpu(renderer: &str) -> bool {
    const NAMES: [&str; 6] =
        ["llvmpipe", "softpipe", "swiftshader", "software rasterizer", "swrast", "microsoft basic render"];
    let renderer = renderer.to_lowercase();
    NAMES.iter().any(|name| renderer.contains(name)) || renderer == "gdi generic"
}

#[cfg(test)]
mod tests {
    use super::*;

    const X11: [Library; 2] = [Library::Egl, Library::Glx];

    #[test]
    fn opengl_on_the_cpu_is_the_last_attempt() {
        let attempts = Backend::Auto.attempts(&X11, true);
        let gpu = |library| Attempt::OpenGl { library, cpu: false };
        let cpu = |library| Attempt::OpenGl { library, cpu: true };
        let all = [gpu(Library::Egl), gpu(Library::Glx), Attempt::Softbuffer, cpu(Library::Egl), cpu(Library::Glx)];
        assert_eq!(attempts, all);
        assert_eq!(Backend::Auto.attempts(&X11, false), all[2..], "without a GPU, OpenGL must not be loaded first");
    }

    #[test]
    fn forced_backend_has_no_fallback() {
        assert_eq!(Backend::Softbuffer.attempts(&X11, true), [Attempt::Softbuffer]);
        assert!(Backend::OpenGl.attempts(&X11, false).iter().all(|attempt| *attempt != Attempt::Softbuffer));
    }

    #[test]
    fn software_renderers_are_recognised_by_name() {
        for renderer in ["llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Google SwiftShader", "GDI Generic"] {
            assert!(draws_on_cpu(renderer), "{renderer}");
        }
        for renderer in ["Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "AMD Radeon RX 580", "V3D 4.2", "virgl"] {
            assert!(!draws_on_cpu(renderer), "{renderer}");
        }
    }
}
