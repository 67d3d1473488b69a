import { trustSignal, type TrustSignal } from './trust-signal.js';

const PROGRAMS =
  /^(?:exe|scr|com|bat|cmd|pif|msi|msix|appx|js|jse|vbs|vbe|wsf|wsh|hta|ps1|psm1|jar|lnk|iso|img|vhd|vhdx|reg|cpl|dll|gadget|chm|apk|app|pkg|dmg|command|scf|url|library-ms|application|xll)$/;
const MACROS = /^(?:docm|dotm|xlsm|xltm|xlam|pptm|ppam|sldm)$/;
const PROGRAM_TYPES =
  /^application\/(?:x-msdownload|x-dosexec|x-msdos-program|x-ms-installer|hta|java-archive|vnd\.microsoft\.portable-executable)$/;
/** These reverse the rest of a name: `gpj.exe` reads as `exe.jpg`. */
const TURNED = /[\u202a-\u202e\u2066-\u2069]/;
const MAX_SIGNALS = 5;

/** Attachments that run when they are opened. */
export function attachmentSignals(
  attachments: readonly { readonly filename: string | null; readonly mimeType: string }[],
): TrustSignal[] {
  const signals = attachments.flatMap(({ filename, mimeType }) => {
    const name = (filename ?? '').toLowerCase().replace(/[\s.]+$/, '');
    const extension = /\.([a-z0-9-]{1,12})$/.exec(name)?.[1] ?? '';
    if (TURNED.test(name)) return [`An attachment's name is written backwards, so that its kind can't be seen.`];
    if (PROGRAMS.test(extension)) return [`An attachment is a program (.${extension}).`];
    if (MACROS.test(extension)) return [`An attachment can hold macros (.${extension}).`];
    return PROGRAM_TYPES.test(mimeType) ? ['An attachment is a program by its type.'] : [];
  });
  return [...new Set(signals)].slice(0, MAX_SIGNALS).map((detail) => trustSignal('executable_attachment', detail));
}
