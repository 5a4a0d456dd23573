import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Operation, ResponseOf } from '../../../shared/wire/operation.js'
import { readEvents } from '../../../shared/wire/sse.js'
import { asV3, type ApiVersion } from './api-versions.js'
import { malformedAnswer, type CallFailure } from './call-failure.js'
import { faultOf } from './schema-fault.js'

/** Decodes UTF-8; null when the bytes are not valid. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function parsePayload(operation: Operation, text: string): unknown {
  if (operation.answer === 'events') return readEvents(text)
  return text === '' ? undefined : JSON.parse(text)
}

/** Decodes the payload of a successful response and checks it against the operation's schema. */
export function decodeResponse<O extends Operation>(
  operation: O,
  version: ApiVersion,
  status: number,
  body: Uint8Array,
): Result<ResponseOf<O>, CallFailure> {
  const text = decodeText(body)
  if (text === null) return err(malformedAnswer(status, 'answer is not UTF-8'))
  let payload: unknown
  try {
    payload = parsePayload(operation, text)
  } catch {
    return err(malformedAnswer(status, 'answer is not JSON'))
  }
  const parsed = operation.response.safeParse(asV3(operation, version, payload))
  return parsed.success
    ? ok(parsed.data as ResponseOf<O>)
    : err(malformedAnswer(status, `answer does not fit: ${faultOf(parsed.error)}`))
}
