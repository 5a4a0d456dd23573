import type { Decimal } from '../../../domain/decimal.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

const ENDINGS = {
  exercised: 'were exercised',
  assigned: 'were assigned to you',
  expired: 'expired worthless',
  closed: 'were closed for cash by the broker',
} as const

const SINGLE_ENDINGS = {
  exercised: 'was exercised',
  assigned: 'was assigned to you',
  expired: 'expired worthless',
  closed: 'was closed for cash by the broker',
} as const

/** An option contract that ended without an order. */
export interface OptionEnded {
  readonly ending: keyof typeof ENDINGS
  readonly quantity: Decimal
  readonly underlying: string
  readonly expiry: string
  readonly strike: Decimal
  readonly right: 'call' | 'put'
}

/** A settlement of event contracts; null for what the broker did not state. */
export interface Settled {
  readonly event: string | null
  readonly result: 'yes' | 'no' | null
  readonly side: 'yes' | 'no' | null
  readonly quantity: Decimal | null
  readonly payout: Decimal | null
}

const OUTCOMES = { yes: 'Yes', no: 'No' } as const

/** What the broker did to positions without an order. */
export const brokerEvents = {
  optionEnded: (
    { ending, quantity, underlying, expiry, strike, right }: OptionEnded,
    { decimal, day }: Pick<Writer, 'decimal' | 'day'>,
  ) => {
    const contracts = decimal(quantity)
    const verb = (contracts === '1' ? SINGLE_ENDINGS : ENDINGS)[ending]
    return `${contracts} ${underlying} ${day(expiry)} ${decimal(strike)} ${right} ${verb}. Your positions and balances were read again.`
  },
  optionOther: ({ symbol }: { readonly symbol: string | null }) =>
    symbol === null
      ? 'Something happened to an option position (exercise, assignment or expiry). Your positions and balances were read again; check them.'
      : `Something happened to an option position in ${symbol} (exercise, assignment or expiry). Your positions and balances were read again; check them.`,
  settled: (
    { event, result, side, quantity, payout }: Settled,
    { decimal, money }: Pick<Writer, 'decimal' | 'money'>,
  ) =>
    result === null || side === null || quantity === null || payout === null
      ? `An event contract was settled${event === null ? '' : `: ${event}`}. Your positions and balances were read again; check them.`
      : `${event ?? 'An event contract'} was settled as ${OUTCOMES[result]}: your ${decimal(quantity)} × ${OUTCOMES[side]} paid ${money(payout, 'USD')}.`,
  several: (
    { first, more }: { readonly first: readonly Message[]; readonly more: number },
    { message, plural }: Pick<Writer, 'message' | 'plural'>,
  ) =>
    `${first.map((ended) => message(ended)).join(' ')} ${plural(more, {
      one: '# more position ended or was settled; see Positions.',
      other: '# more positions ended or were settled; see Positions.',
    })}`,
} as const
