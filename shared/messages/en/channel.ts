import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

/** `aheadMs`: this computer's time minus the broker's. */
function clockError(aheadMs: number, { plural }: Writer): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (seconds < 120) return plural(seconds, { one: '# second', other: '# seconds' })
  if (seconds < 7_200) {
    return plural(Math.round(seconds / 60), { one: '# minute', other: '# minutes' })
  }
  return plural(Math.round(seconds / 3_600), { one: '# hour', other: '# hours' })
}

/** Why a channel to the broker is down or delayed. */
export const channel = {
  clockOff: ({ aheadMs }: { readonly aheadMs: number }, writer: Writer) =>
    `this computer's clock is ${clockError(aheadMs, writer)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the broker's`,
  refusedWithClock: (
    { reason, clock }: { readonly reason: Message; readonly clock: Message },
    { message }: Writer,
  ) => `${message(reason)} ${message(clock)}`,
  otherEnvironment: 'the key belongs to another environment',
  noAnswer: 'no answer to the subscription',
  grpcNotLoaded: 'the gRPC library could not be loaded',
  silent: 'no message was received for too long',
  otherClient:
    'another client, or an earlier connection of this computer, holds the subscription of this key',
  ended: ({ status, detail }: { readonly status: number; readonly detail: string }) =>
    `the stream ended with status ${status} ${detail}`.trim(),
  keyRefused: ({ reason }: { readonly reason: string }) => `the key was refused: ${reason}`.trim(),
  unknownEventType: ({ type }: { readonly type: string }) => `the event type ${type} is not known`,
  expired: 'the subscription expired',
  asleep: 'the computer sleeps',
  noMarketData: 'no market data is received',
  notSubscribed: ({ reason }: { readonly reason: string }) => `subscribing failed: ${reason}`,
  refusedWithCode: ({ code }: { readonly code: number }) =>
    `the connection was refused with code ${code}`,
  closed: ({
    port,
    kind,
    detail,
  }: {
    readonly port: number
    readonly kind: string
    readonly detail: string
  }) => `the connection to port ${port} was closed (${kind}: ${detail})`,
} as const
