//! Frames through the 2D canvas of a page in a browser.
//!
//! The pixels go to a second canvas of the frame's size, which the browser scales to the canvas of the window.
#![expect(unsafe_code, reason = "the handle of the window is a pointer to its canvas")]

use crate::{
    backend::Backend,
    frame::Frame,
    target::{Shown, Target},
};
use bevy_math::UVec2;
use bevy_window::RawHandleWrapper;
use raw_window_handle::RawWindowHandle;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// Shows frames in one canvas.
#[derive(Default)]
pub(crate) struct Presenter {
    open: Option<Open>,
    /// The pixels of the last frame, opaque.
    pixels: Vec<u32>,
}

/// A canvas and its context.
struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
}

/// The canvas of the window, and the one with the unscaled frame.
struct Open {
    window: Canvas,
    frame: Canvas,
    /// Corner and size of the last frame in the window.
    shown_at: (UVec2, UVec2),
}

impl Presenter {
    /// Returns the name of the open backend.
    pub(crate) fn description(&self) -> Option<&str> {
        self.open.as_ref().map(|_| "canvas")
    }

    /// Shows a frame. A browser calls the game when it wants the next frame, so there is nothing to wait for.
    ///
    /// # Errors
    /// Returns a message if the canvas cannot be drawn to.
    pub(crate) fn show(&mut self, _: Backend, target: &Target, frame: &Frame) -> Result<Shown, String> {
        frame.validate()?;
        let open = match &mut self.open {
            Some(open) => open,
            None => self.open.insert(Open::of(target.window)?),
        };
        let opaque = u32::from_ne_bytes([0, 0, 0, 255]);
        self.pixels.clear();
        self.pixels.extend(frame.pixels.iter().map(|pixel| pixel | opaque));
        open.show(bytemuck::cast_slice(&self.pixels), frame, target.size)
            .map_err(|error| format!("canvas: {error:?}"))?;
        Ok(Shown::Yes)
    }

    /// Forgets the canvas of a window that no longer exists.
    pub(crate) fn close(&mut self) {
        self.open = None;
    }
}

impl Canvas {
    fn of(element: HtmlCanvasElement) -> Result<Canvas, String> {
        let context = element.get_context("2d").ok().flatten().ok_or("the canvas cannot be drawn to")?;
        let context = context.dyn_into().map_err(|_| "the canvas has no 2D context")?;
        Ok(Canvas { element, context })
    }

    /// Sets the size, which clears the canvas. Returns false if it has this size already.
    fn resize(&self, size: UVec2) -> bool {
        if (self.element.width(), self.element.height()) == (size.x, size.y) {
            return false;
        }
        self.element.set_width(size.x);
        self.element.set_height(size.y);
        true
    }
}

impl Open {
    fn of(window: &RawHandleWrapper) -> Result<Open, String> {
        let RawWindowHandle::WebCanvas(handle) = window.get_window_handle() else {
            return Err("the window is not a canvas".to_owned());
        };
        // SAFETY: the handle points to the canvas of a window that `window` keeps alive, and a page has one thread.
        let element = unsafe { handle.obj.cast::<JsValue>().as_ref() }.clone();
        let element: HtmlCanvasElement = element.dyn_into().map_err(|_| "the window is not a canvas")?;
        let document = element.owner_document().ok_or("the canvas is not part of a page")?;
        let second = document.create_element("canvas").ok().and_then(|element| element.dyn_into().ok());
        let frame = Canvas::of(second.ok_or("cannot create a second canvas")?)?;
        Ok(Open { window: Canvas::of(element)?, frame, shown_at: (UVec2::ZERO, UVec2::ZERO) })
    }

    fn show(&mut self, pixels: &[u8], frame: &Frame, size: UVec2) -> Result<(), JsValue> {
        self.frame.resize(frame.size);
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(pixels), frame.size.x, frame.size.y)?;
        self.frame.context.put_image_data(&image, 0.0, 0.0)?;
        let (corner, shown) = frame.placement(size).pixels(frame.size);
        let context = &self.window.context;
        if self.window.resize(size) || self.shown_at != (corner, shown) {
            self.shown_at = (corner, shown);
            context.set_image_smoothing_enabled(false);
            context.clear_rect(0.0, 0.0, size.x.into(), size.y.into());
        }
        context.draw_image_with_html_canvas_element_and_dw_and_dh(
            &self.frame.element,
            corner.x.into(),
            corner.y.into(),
            shown.x.into(),
            shown.y.into(),
        )
    }
}
