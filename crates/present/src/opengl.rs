//! Frames through OpenGL: one texture, one upload per frame, scaled by the GPU.
//!
//! A context that can be created does not always draw: a core profile without a vertex array object shows nothing and
//! reports only an error code. Each context therefore has to draw one pixel of a known colour before it is used.
#![expect(unsafe_code, reason = "OpenGL and the libraries that make its contexts are C interfaces")]

use crate::{
    attempts::{Library, draws_on_cpu},
    frame::Frame,
    shader::Language,
};
use bevy_math::UVec2;
use bevy_window::RawHandleWrapper;
use glow::{HasContext, PixelPackData, PixelUnpackData};
use glutin::{
    config::{Config, ConfigTemplateBuilder, GlConfig},
    context::{ContextApi, ContextAttributesBuilder, NotCurrentGlContext, PossiblyCurrentContext, Robustness, Version},
    display::{Display, DisplayApiPreference, DisplayFeatures, GetGlDisplay, GlDisplay},
    surface::{GlSurface, Surface, SurfaceAttributesBuilder, SwapInterval, WindowSurface},
};
use raw_window_handle::RawWindowHandle;
use std::num::NonZeroU32;

/// Side of the texture that is drawn to test a context.
const TRIAL_SIDE: u32 = 2;
/// Colour of that texture, as the bytes of a pixel.
const TRIAL_COLOUR: [u8; 4] = [0x18, 0x78, 0xd8, 0xff];
/// Maximum colour difference on a display with 16 bits per pixel.
const TRIAL_ERROR: u8 = 8;

/// An OpenGL context of a window. Fields are dropped in this order: the window goes last.
pub(crate) struct OpenGl {
    gl: glow::Context,
    surface: Surface<WindowSurface>,
    context: PossiblyCurrentContext,
    /// Name of library, version and renderer, for logs.
    pub(crate) description: String,
    /// True if OpenGL is drawn on the CPU.
    pub(crate) draws_on_cpu: bool,
    /// Function that queries whether the context was lost, if the context supports it.
    reset_status: Option<ResetStatus>,
    size: UVec2,
    texture_size: UVec2,
    largest_texture: u32,
    waits: Option<bool>,
    _window: RawHandleWrapper,
}

impl OpenGl {
    /// Opens a context for a window of this size in physical pixels, and tests whether it draws.
    pub(crate) fn open(library: Library, window: &RawHandleWrapper, size: UVec2) -> Result<OpenGl, String> {
        let what = |error: glutin::error::Error| error.to_string();
        let raw_window = window.get_window_handle();
        // SAFETY: the handles belong to a window that `window` keeps alive, and this runs on its thread.
        let display =
            unsafe { Display::new(window.get_display_handle(), preference(library, raw_window)) }.map_err(what)?;
        let config = choose_config(&display, raw_window)?;
        let (context, knows_loss) = make_context(&display, &config, raw_window)?;
        let size = size.max(UVec2::ONE);
        let [width, height] = non_zero(size);
        let attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(raw_window, width, height);
        // SAFETY: as above.
        let surface = unsafe { display.create_window_surface(&config, &attributes) }.map_err(what)?;
        let context = context.make_current(&surface).map_err(what)?;
        // SAFETY: the context is current on this thread.
        let gl = unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name).cast()) };
        let mut opened = OpenGl {
            gl,
            surface,
            context,
            description: String::new(),
            draws_on_cpu: false,
            reset_status: if knows_loss { reset_status(&display) } else { None },
            size,
            texture_size: UVec2::ZERO,
            largest_texture: 0,
            waits: None,
            _window: window.clone(),
        };
        opened.set_up(library)?;
        Ok(opened)
    }

    /// Creates program, quad and texture, and tests them.
    fn set_up(&mut self, library: Library) -> Result<(), String> {
        let version = self.gl.version();
        let (major, minor, es) = (version.major, version.minor, version.is_embedded);
        let language = Language::of(es, major, minor);
        let gl = &self.gl;
        // SAFETY: the context is current, and every pointer comes from a slice that outlives its call.
        unsafe {
            let renderer = gl.get_parameter_string(glow::RENDERER);
            self.draws_on_cpu = draws_on_cpu(&renderer);
            self.description =
                format!("OpenGL{} {major}.{minor} through {}, {renderer}", if es { " ES" } else { "" }, library.name());
            self.largest_texture = gl.get_parameter_i32(glow::MAX_TEXTURE_SIZE).try_into().unwrap_or(0);
            if language.needs_vertex_array() {
                gl.bind_vertex_array(Some(gl.create_vertex_array()?));
            }
            let program = link(gl, language)?;
            gl.use_program(Some(program));
            let corners: [f32; 8] = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(gl.create_buffer()?));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(&corners), glow::STATIC_DRAW);
            let corner = gl.get_attrib_location(program, "corner").ok_or("the shader has no attribute `corner`")?;
            gl.enable_vertex_attrib_array(corner);
            gl.vertex_attrib_pointer_f32(corner, 2, glow::FLOAT, false, 0, 0);
            gl.bind_texture(glow::TEXTURE_2D, Some(gl.create_texture()?));
            for (name, value) in [
                (glow::TEXTURE_MIN_FILTER, glow::NEAREST),
                (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
                (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            ] {
                gl.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
            }
            for unwanted in [glow::BLEND, glow::DEPTH_TEST, glow::CULL_FACE, glow::DITHER] {
                gl.disable(unwanted);
            }
            gl.clear_color(0.0, 0.0, 0.0, 1.0);
        }
        self.try_to_draw()
    }

    /// Fills the whole window with one colour and reads a pixel back.
    fn try_to_draw(&mut self) -> Result<(), String> {
        let pixels = [u32::from_ne_bytes(TRIAL_COLOUR); (TRIAL_SIDE * TRIAL_SIDE) as usize];
        self.upload(&pixels, UVec2::splat(TRIAL_SIDE))?;
        self.draw(UVec2::ZERO, self.size);
        let mut seen = [0; 4];
        let (x, y) = ((self.size.x / 2) as i32, (self.size.y / 2) as i32);
        // SAFETY: the context is current, and one pixel of RGBA is four bytes.
        let error = unsafe {
            let pixel = PixelPackData::Slice(Some(&mut seen));
            self.gl.read_pixels(x, y, 1, 1, glow::RGBA, glow::UNSIGNED_BYTE, pixel);
            self.gl.get_error()
        };
        if error != glow::NO_ERROR {
            return Err(format!("the first frame causes the error {error:#x}"));
        }
        let fits = seen.iter().zip(TRIAL_COLOUR).take(3).all(|(seen, drawn)| seen.abs_diff(drawn) <= TRIAL_ERROR);
        if fits { Ok(()) } else { Err(format!("the test pixel must be {TRIAL_COLOUR:?}, got {seen:?}")) }
    }

    /// Shows a frame in a window of this size. With `waits`, waits for the screen if the library supports it.
    pub(crate) fn show(&mut self, frame: &Frame, window: UVec2, waits: bool) -> Result<(), String> {
        // SAFETY: the context is current, and the function was loaded from this context.
        if self.reset_status.is_some_and(|status| unsafe { status() } != glow::NO_ERROR) {
            return Err("the context was lost".to_owned());
        }
        if window != self.size {
            let [width, height] = non_zero(window);
            self.surface.resize(&self.context, width, height);
            self.size = window;
        }
        if self.waits != Some(waits) {
            self.waits = Some(waits);
            let interval = if waits { SwapInterval::Wait(NonZeroU32::MIN) } else { SwapInterval::DontWait };
            // If the library does not support this setting, its default rate remains.
            let _ = self.surface.set_swap_interval(&self.context, interval);
        }
        self.upload(frame.pixels, frame.size)?;
        let (corner, size) = frame.placement(window).pixels(frame.size);
        self.draw(corner, size);
        self.surface.swap_buffers(&self.context).map_err(|error| error.to_string())
    }

    fn upload(&mut self, pixels: &[u32], size: UVec2) -> Result<(), String> {
        if size.max_element() > self.largest_texture {
            let (largest, UVec2 { x, y }) = (self.largest_texture, size);
            return Err(format!("the frame of {x}x{y} exceeds the maximum texture size of {largest}x{largest}"));
        }
        let (width, height) = (size.x as i32, size.y as i32);
        let (format, kind) = (glow::RGBA, glow::UNSIGNED_BYTE);
        let pixels = PixelUnpackData::Slice(Some(bytemuck::cast_slice(pixels)));
        // SAFETY: the context is current; `Frame::validate` has compared the size with the pixels.
        unsafe {
            if size == self.texture_size {
                self.gl.tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, width, height, format, kind, pixels);
            } else {
                self.gl.tex_image_2d(glow::TEXTURE_2D, 0, glow::RGBA as i32, width, height, 0, format, kind, pixels);
                self.texture_size = size;
            }
        }
        Ok(())
    }

    /// Draws the texture at this position of the window, counted from its top left corner, and black around it.
    fn draw(&self, corner: UVec2, size: UVec2) {
        let bottom = i64::from(self.size.y) - i64::from(corner.y) - i64::from(size.y);
        // SAFETY: the context is current, and the quad has four corners.
        unsafe {
            self.gl.viewport(corner.x as i32, bottom as i32, size.x as i32, size.y as i32);
            self.gl.clear(glow::COLOR_BUFFER_BIT);
            self.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
}

/// OpenGL's `glGetGraphicsResetStatus`, which glow does not have.
type ResetStatus = unsafe extern "system" fn() -> u32;

/// Looks up the function under each of its names.
fn reset_status(display: &Display) -> Option<ResetStatus> {
    let names = [c"glGetGraphicsResetStatus", c"glGetGraphicsResetStatusKHR", c"glGetGraphicsResetStatusEXT"];
    let found = names.into_iter().map(|name| display.get_proc_address(name)).find(|address| !address.is_null())?;
    // SAFETY: in every version and extension that has it, a function of this name takes no arguments and returns a
    // GLenum.
    Some(unsafe { std::mem::transmute::<*const std::ffi::c_void, ResetStatus>(found) })
}

/// Clamps a size to at least 1 in both dimensions.
fn non_zero(size: UVec2) -> [NonZeroU32; 2] {
    size.to_array().map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN))
}

/// Selects the library that glutin loads.
fn preference(library: Library, window: RawWindowHandle) -> DisplayApiPreference {
    #[cfg(target_os = "macos")]
    return {
        let _ = (library, window);
        DisplayApiPreference::Cgl
    };
    #[cfg(windows)]
    return {
        let _ = library;
        DisplayApiPreference::Wgl(Some(window))
    };
    #[cfg(not(any(target_os = "macos", windows)))]
    {
        let _ = window;
        match library {
            Library::Glx => DisplayApiPreference::Glx(Box::new(winit::platform::x11::register_xlib_error_hook)),
            _ => DisplayApiPreference::Egl,
        }
    }
}

/// Chooses the simplest configuration that fits the window.
fn choose_config(display: &Display, window: RawWindowHandle) -> Result<Config, String> {
    let template = ConfigTemplateBuilder::new()
        .compatible_with_native_window(window)
        .with_alpha_size(0)
        .with_depth_size(0)
        .with_stencil_size(0)
        .build();
    // SAFETY: the window's handle is valid, see `OpenGl::open`.
    let configs = unsafe { display.find_configs(template) }.map_err(|error| error.to_string())?;
    let plain =
        |config: &Config| (config.num_samples(), config.depth_size(), config.stencil_size(), config.alpha_size());
    configs
        .filter(|config| has_visual(config, window))
        .min_by_key(plain)
        .ok_or_else(|| "no configuration matches the window".to_owned())
}

/// Returns whether a configuration matches the visual of an X11 window; on other systems all do.
fn has_visual(config: &Config, window: RawWindowHandle) -> bool {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        use glutin::platform::x11::X11GlConfigExt;
        let wanted = match window {
            RawWindowHandle::Xlib(window) => window.visual_id as u32,
            RawWindowHandle::Xcb(window) => window.visual_id.map_or(0, NonZeroU32::get),
            _ => 0,
        };
        wanted == 0 || config.x11_visual().is_none_or(|visual| visual.visual_id() == u64::from(wanted))
    }
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    {
        let _ = (config, window);
        true
    }
}

/// Creates a context, preferring OpenGL to OpenGL ES. Also returns whether it reports its loss.
fn make_context(
    display: &Display,
    config: &Config,
    window: RawWindowHandle,
) -> Result<(glutin::context::NotCurrentContext, bool), String> {
    let is_robust = display.supported_features().contains(DisplayFeatures::CONTEXT_ROBUSTNESS);
    let apis = [ContextApi::OpenGl(None), ContextApi::Gles(Some(Version::new(2, 0))), ContextApi::Gles(None)];
    let mut error = String::new();
    for (api, robust) in [true, false].into_iter().flat_map(|robust| apis.map(|api| (api, robust))) {
        if robust && !is_robust {
            continue;
        }
        let robustness = if robust { Robustness::RobustLoseContextOnReset } else { Robustness::NotRobust };
        let attributes =
            ContextAttributesBuilder::new().with_context_api(api).with_robustness(robustness).build(Some(window));
        // SAFETY: the window's handle is valid, see `OpenGl::open`.
        match unsafe { config.display().create_context(config, &attributes) } {
            Ok(context) => return Ok((context, robust)),
            Err(why) => error = why.to_string(),
        }
    }
    Err(error)
}

/// Compiles and links the program.
///
/// # Safety
/// A context of `gl` must be current.
unsafe fn link(gl: &glow::Context, language: Language) -> Result<glow::Program, String> {
    let shaders = [(glow::VERTEX_SHADER, language.vertex()), (glow::FRAGMENT_SHADER, language.fragment())];
    // SAFETY: the caller has made a context current.
    unsafe {
        let program = gl.create_program()?;
        for (kind, source) in shaders {
            let shader = gl.create_shader(kind)?;
            gl.shader_source(shader, &source);
            gl.compile_shader(shader);
            if !gl.get_shader_compile_status(shader) {
                return Err(format!("a shader does not compile: {}", gl.get_shader_info_log(shader).trim()));
            }
            gl.attach_shader(program, shader);
            // The program keeps the shader alive as long as necessary.
            gl.delete_shader(shader);
        }
        gl.link_program(program);
        if !gl.get_program_link_status(program) {
            return Err(format!("the shaders do not link: {}", gl.get_program_info_log(program).trim()));
        }
        Ok(program)
    }
}
