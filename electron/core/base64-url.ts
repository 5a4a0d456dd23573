const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 3) {
    const left = bytes.length - offset
    const word =
      ((bytes[offset] ?? 0) << 16) | ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0)
    for (let digit = 0; digit < Math.min(4, left + 1); digit += 1) {
      text += ALPHABET.charAt((word >> (18 - digit * 6)) & 63)
    }
  }
  return text
}
