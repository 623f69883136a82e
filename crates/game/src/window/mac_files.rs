//! Files that are opened from the desktop of macOS. They do not come as arguments: the system sends them to the delegate
//! of the application, also while the game runs. Here they become files that are dropped on the window.

#![expect(unsafe_code, reason = "a delegate is a class of Objective-C")]

use bevy::prelude::*;
use bevy_window::{FileDragAndDrop, PrimaryWindow};
use objc2::{
    DefinedClass, MainThreadMarker, MainThreadOnly, define_class, msg_send, rc::Retained, runtime::ProtocolObject,
};
use objc2_app_kit::{NSApplication, NSApplicationDelegate};
use objc2_foundation::{NSArray, NSObject, NSObjectProtocol, NSURL};
use std::{
    path::PathBuf,
    sync::mpsc::{self, Receiver, Sender},
};

define_class!(
    // SAFETY: `NSObject` has no requirements for subclasses, and `Delegate` does not implement `Drop`.
    #[unsafe(super(NSObject))]
    #[thread_kind = MainThreadOnly]
    #[name = "HullbreachDelegate"]
    #[ivars = Sender<PathBuf>]
    struct Delegate;

    // SAFETY: `NSObjectProtocol` has no requirements.
    unsafe impl NSObjectProtocol for Delegate {}

    // SAFETY: The method has the signature that the protocol defines.
    unsafe impl NSApplicationDelegate for Delegate {
        #[unsafe(method(application:openURLs:))]
        fn open_urls(&self, _application: &NSApplication, urls: &NSArray<NSURL>) {
            let files = urls.iter().filter_map(|url| url.path());
            // The game no longer listens while it exits.
            files.for_each(|file| _ = self.ivars().send(PathBuf::from(file.to_string())));
        }
    }
);

impl Delegate {
    fn new(thread: MainThreadMarker, files: Sender<PathBuf>) -> Retained<Delegate> {
        let delegate = Delegate::alloc(thread).set_ivars(files);
        // SAFETY: `init` of `NSObject` takes no arguments and returns the object.
        unsafe { msg_send![super(delegate), init] }
    }
}

/// Files that the delegate has received. The application does not keep its delegate alive, so this does.
struct Opened {
    files: Receiver<PathBuf>,
    _delegate: Retained<Delegate>,
}

/// Registers the delegate. The event loop must exist: `WinitPlugin` comes before.
pub(crate) fn plugin(app: &mut App) {
    let Some(thread) = MainThreadMarker::new() else { return };
    let (sender, files) = mpsc::channel();
    let delegate = Delegate::new(thread, sender);
    NSApplication::sharedApplication(thread).setDelegate(Some(ProtocolObject::from_ref(&*delegate)));
    app.insert_non_send(Opened { files, _delegate: delegate });
    app.add_systems(First, drop_on_window);
}

fn drop_on_window(
    opened: NonSend<Opened>,
    window: Single<Entity, With<PrimaryWindow>>,
    mut dropped: MessageWriter<FileDragAndDrop>,
) {
    let files = opened.files.try_iter();
    dropped.write_batch(files.map(|path_buf| FileDragAndDrop::DroppedFile { window: *window, path_buf }));
}
