/** A fingerprint in groups of four, so that two people can read it to each other. */
export const grouped = (fingerprint: string) => fingerprint.toUpperCase().replace(/.{4}(?=.)/g, '$& ');
