import type { ApiVersion } from '../../../shared/domain/app/profile.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Operation, ResponseOf } from '../../../shared/wire/operation.js'
import { readEvents } from '../../../shared/wire/sse.js'
import { asV3 } from './api-versions.js'
import { isPage, malformedAnswer, type CallFailure } from '../http/call-failure.js'
import { withoutUnreadableRows, type UnreadableRow } from './readable-rows.js'
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

/** A decoded response, and the rows of its list that were set aside. */
export interface Decoded<O extends Operation> {
  readonly value: ResponseOf<O>
  readonly unreadable: readonly UnreadableRow[]
}

/** How a response is decoded. */
export interface DecodeOptions {
  /**
   * True when the caller counts unreadable rows itself, so that a list of which no row could be
   * read is no failure.
   */
  readonly acceptsNone: boolean
  /** The version of the request. */
  readonly requested: ApiVersion
}

/**
 * Decodes the payload of a successful response and checks it against the operation's schema. Rows
 * of a list that do not fit are set aside; the answer to a trade is read whole or not at all.
 */
export function decodeResponse<O extends Operation>(
  operation: O,
  status: number,
  body: Uint8Array,
  { acceptsNone, requested }: DecodeOptions,
): Result<Decoded<O>, CallFailure> {
  const text = decodeText(body)
  if (text === null) return err(malformedAnswer(status, 'answer is not UTF-8'))
  let payload: unknown
  try {
    payload = parsePayload(operation, text)
  } catch {
    // The parser says no more than that.
    return err(malformedAnswer(status, 'answer is not JSON', isPage(text)))
  }
  const response = asV3(operation, payload, requested)
  const parsed = operation.response.safeParse(response)
  if (parsed.success) return ok({ value: parsed.data as ResponseOf<O>, unreadable: [] })
  const list =
    operation.effect === 'read'
      ? withoutUnreadableRows(operation.response, response, parsed.error)
      : null
  return list === null || (list.isEmpty && !acceptsNone)
    ? err(malformedAnswer(status, `answer does not fit: ${faultOf(parsed.error)}`))
    : ok({ value: list.value as ResponseOf<O>, unreadable: list.unreadable })
}
