//! Backends that can show a frame, as the app selects them.

use bevy_ecs::resource::Resource;

/// The interface that shows frames on the screen. It may be changed at any time.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// OpenGL on a GPU, otherwise softbuffer, otherwise OpenGL on the CPU.
    #[default]
    Auto,
    /// Only OpenGL, even if it is drawn on the CPU.
    OpenGl,
    /// Only softbuffer: frames are scaled on the CPU and shown through shared memory.
    Softbuffer,
}
