/**
 * MQTT frames and the texts of protobuf messages by hand. General encoders take several times as
 * long for a message of a hundred
 * bytes as its parts take to make, and trades are told by the ten thousand a second.
 */

const PUBLISH = 0x30
/** A length below this is one byte, in protobuf as in MQTT. */
const ONE_BYTE = 0x80

/** A PUBLISH packet of MQTT 3.1.1 (3.3), QoS 0, not retained. `topic` is ASCII. */
export function publishFrame(topic: string, payload: Uint8Array): Buffer {
  const rest = 2 + topic.length + payload.length
  const frame = Buffer.allocUnsafe(
    1 + (rest < ONE_BYTE ? 1 : rest < 0x4000 ? 2 : rest < 0x20_0000 ? 3 : 4) + rest,
  )
  let offset = 0
  frame[offset++] = PUBLISH
  for (let left = rest; ; left = Math.floor(left / ONE_BYTE)) {
    frame[offset++] = left < ONE_BYTE ? left : (left % ONE_BYTE) | ONE_BYTE
    if (left < ONE_BYTE) break
  }
  offset = frame.writeUInt16BE(topic.length, offset)
  offset += frame.write(topic, offset, 'latin1')
  frame.set(payload, offset)
  return frame
}

/** The same for a payload whose bytes are the characters of a text. */
export function publishBytes(topic: string, payload: string): Buffer {
  const rest = 2 + topic.length + payload.length
  return rest < ONE_BYTE || rest >= 0x4000
    ? publishFrame(topic, Buffer.from(payload, 'latin1'))
    : Buffer.from(
        String.fromCharCode(
          PUBLISH,
          (rest % ONE_BYTE) | ONE_BYTE,
          Math.floor(rest / ONE_BYTE),
          0,
          topic.length,
        ) +
          topic +
          payload,
        'latin1',
      )
}

const SHORT_ASCII = /^[\u0001-\u007f]{1,127}$/

/** Whether a text can be put into a message by {@link field}. */
export const isPlain = (text: string): boolean => SHORT_ASCII.test(text)

/**
 * A text, or a message within a message, as a field of a protobuf message, a character for a byte.
 * At most 127 bytes, not empty.
 */
export const field = (number: number, text: string): string =>
  String.fromCharCode((number << 3) | 2, text.length) + text
