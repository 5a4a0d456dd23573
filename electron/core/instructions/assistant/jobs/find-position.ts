import {
  abs,
  asQuantity,
  decimalText,
  gt,
  trim,
  type Quantity,
} from '../../../../../shared/domain/decimal.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import {
  refuse,
  type AsyncResult,
  type Refusal,
  type RefusalDetail,
} from '../../../../../shared/domain/instructions/refusal.js'
import { occSymbol, parseOcc } from '../../../../../shared/domain/instruments/option.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import type { TradingSession } from '../../../session/trading-session.js'
import { toRefusal } from '../market-reads.js'
import type { JobPosition } from '../../../../../shared/domain/instructions/assistant-job.js'

/** How many positions a refusal names. */
const MAX_NAMED = 12

export function jobRefusal(
  field: RefusalDetail['field'],
  value: string | null,
  rule: string,
  didYouMean: string | null,
  reason: Message,
): Refusal {
  return {
    code: 'invalid',
    message: reason,
    detail: { field, value, rule, didYouMean, sizeKind: 'quantity' },
  }
}

/** Returns the OCC symbol of a position in one contract; its own symbol for everything else. */
export function contractSymbol({ symbol, legs }: Position): Position['symbol'] {
  const [leg, ...more] = legs ?? []
  const option = leg?.option
  if (leg === undefined || more.length > 0 || parseOcc(leg.symbol) !== null) {
    return leg === undefined || more.length > 0 ? symbol : leg.symbol
  }
  if (
    option == null ||
    option.type === null ||
    option.type === 'unknown' ||
    option.strike === null ||
    option.expiration === null
  ) {
    return symbol
  }
  const { type, strike, expiration } = option
  return occSymbol({ root: leg.symbol, type, strike, expiration }) ?? symbol
}

/** Returns the positions that a name may mean, the stock alone where its symbol is named. */
function matching(positions: readonly Position[], name: string): readonly Position[] {
  const capitals = name.toUpperCase()
  const exact = positions.filter(
    (position) => position.positionId === name || contractSymbol(position) === capitals,
  )
  return exact.length > 0
    ? exact
    : positions.filter(({ symbol }) => symbol.toUpperCase() === capitals)
}

const namesOf = (positions: readonly Position[]): string =>
  positions
    .slice(0, MAX_NAMED)
    .map((position) => `${contractSymbol(position)} (${position.positionId})`)
    .join(', ')

/** A position and how much of it a job is about. */
export interface HeldPart {
  readonly position: Position
  readonly quantity: Quantity
  readonly held: readonly Position[]
}

/** Finds the position of a job and checks its quantity. */
export async function findPosition(
  session: Pick<TradingSession, 'queries'>,
  job: JobPosition,
): AsyncResult<HeldPart> {
  const list = toRefusal(await session.queries.positions(job.accountId))
  if (!list.ok) return list
  const { positions } = list.value
  const [position, ...more] = matching(positions, job.name)
  if (position === undefined) return err(unknownPosition(positions, job.name))
  if (more.length > 0) {
    const names = namesOf([position, ...more])
    return refuse('invalid', message('refusals.positionAmbiguous', { name: job.name, names }))
  }
  const quantity = quantityOf(position, job.quantity)
  return quantity.ok ? ok({ position, quantity: quantity.value, held: positions }) : quantity
}

function unknownPosition(positions: readonly Position[], name: string): Refusal {
  const names = namesOf(positions)
  return jobRefusal(
    'symbol',
    name,
    'not-held',
    null,
    names === ''
      ? message('refusals.nothingHeld')
      : message('refusals.positionUnknown', { name, names }),
  )
}

function quantityOf(position: Position, wanted: Quantity | null): Result<Quantity, Refusal> {
  const held = asQuantity(trim(abs(position.quantity)))
  if (wanted === null) return ok(held)
  if (!gt(wanted, held)) return ok(wanted)
  return err(
    jobRefusal(
      'size',
      decimalText(trim(wanted)),
      'available-to-close',
      decimalText(held),
      message('refusals.moreThanHeld', { symbol: contractSymbol(position), held }),
    ),
  )
}
