//! The processor's name, for reports of rendering speed.

/// Returns the name that the processor reports, or its architecture if it reports none.
pub fn processor() -> String {
    let name = brand().unwrap_or_default();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { std::env::consts::ARCH.to_owned() } else { name }
}

/// Reads the brand string of 48 bytes, which is padded with spaces or zeros.
#[cfg(target_arch = "x86_64")]
fn brand() -> Option<String> {
    use std::arch::x86_64::__cpuid;
    const FIRST: u32 = 0x8000_0002;
    const LAST: u32 = 0x8000_0004;
    if __cpuid(0x8000_0000).eax < LAST {
        return None;
    }
    let bytes: Vec<u8> = (FIRST..=LAST)
        .map(__cpuid)
        .flat_map(|part| [part.eax, part.ebx, part.ecx, part.edx])
        .flat_map(u32::to_le_bytes)
        .filter(|byte| *byte != 0)
        .collect();
    String::from_utf8(bytes).ok()
}

#[cfg(not(target_arch = "x86_64"))]
fn brand() -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn processor_name_fits_one_line() {
        let name = super::processor();
        assert!(!name.is_empty() && name == name.trim() && name.chars().all(|letter| !letter.is_control()), "{name:?}");
    }
}
