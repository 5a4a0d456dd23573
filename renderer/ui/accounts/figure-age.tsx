import { Clock3 } from 'lucide-react'
import { earliestOf, type EpochMs } from '../../../shared/domain/time.js'
import { formatAge } from '../../format/time.js'
import { useText } from '../../language/window-text.js'
import { useAge } from '../use-age.js'
import { explain, explainByTab } from '../hints/hint.js'

/** A figure that is newer than this is as new as the live ones beside it. */
const OLD_MS = 2_000
/** Prices that are not streamed are read in turns: only one that is late says its age. */
export const OLD_PRICE_MS = 3_000

interface FigureAgeProps {
  readonly time: EpochMs
  readonly hint: string
  /** True where the figure may be newer: an answer is made some moment after its request. */
  readonly isUpTo?: boolean
}

/** The age of a figure that is older than its neighbors, which follow prices; nothing while new. */
export function FigureAge({ time, hint, isUpTo = false }: FigureAgeProps) {
  const { readAgo, upToAge } = useText().account
  const ageMs = useAge(time, OLD_MS)
  return ageMs < OLD_MS ? null : (
    <>
      {' '}
      <span className="dim tnum figure-age" {...explainByTab(hint)} data-testid="figure-age">
        {(isUpTo ? upToAge : readAgo)(formatAge(ageMs))}
      </span>
    </>
  )
}

/** The same as a mark before a figure in a table, whose cells have no room for the words. */
export function CellAge({ time, hint, isUpTo = false }: FigureAgeProps) {
  const { readAgo, upToAge } = useText().account
  const ageMs = useAge(time, OLD_MS)
  if (ageMs < OLD_MS) return null
  const age = formatAge(ageMs)
  const title = `${isUpTo ? upToAge(age) : readAgo(age)}: ${hint}`
  return (
    <>
      <span className="old-price dim" {...explain(title)} data-testid="cell-age">
        <Clock3 size={10} aria-hidden />
        <span className="sr-only">{isUpTo ? upToAge(age) : age}</span>
      </span>{' '}
    </>
  )
}

interface PriceAgeProps {
  readonly pricedAt: EpochMs
}

/** The age of a price in a table that is neither streamed nor read in time; nothing otherwise. */
export function PriceAge({ pricedAt }: PriceAgeProps) {
  const { oldPrice } = useText().positions
  const { upToAge } = useText().account
  const ageMs = useAge(pricedAt, OLD_PRICE_MS)
  if (ageMs < OLD_PRICE_MS) return null
  const age = formatAge(ageMs)
  return (
    <>
      <span className="old-price dim" {...explain(oldPrice(age))} data-testid="cell-age">
        <Clock3 size={10} aria-hidden />
        <span className="sr-only">{upToAge(age)}</span>
      </span>{' '}
    </>
  )
}

/** The moments of figures that follow the market; null or absent where they are current. */
interface Moments {
  /** Since when figures stand still. */
  readonly valuedAt?: EpochMs | null | undefined
  /** When the oldest of their prices was received. */
  readonly pricedAt?: EpochMs | null | undefined
}

interface ValueAgeProps {
  readonly moments: Moments
  readonly hint: string
  /** True in a table, whose cells have no room for the words. */
  readonly inCell?: boolean
}

/** The age of figures that follow prices of several positions; nothing while they are current. */
export function ValueAge({ moments, hint, inCell = false }: ValueAgeProps) {
  const { valuedAt = null, pricedAt = null } = moments
  if (pricedAt !== null && (valuedAt === null || pricedAt < valuedAt)) {
    return <SumAge moments={moments} inCell={inCell} />
  }
  if (valuedAt === null) return null
  return inCell ? (
    <CellAge time={valuedAt} hint={hint} />
  ) : (
    <FigureAge time={valuedAt} hint={hint} />
  )
}

/** The age of the oldest part of a sum, whose other parts may be newer. */
export function SumAge({ moments, inCell = false }: Omit<ValueAgeProps, 'hint'>) {
  const { valuedAt = null, pricedAt = null } = moments
  const fromMs = valuedAt === null ? OLD_PRICE_MS : OLD_MS
  const time = earliestOf([valuedAt, pricedAt])
  if (time === null) return null
  return <OldestAge time={time} fromMs={fromMs} inCell={inCell} />
}

interface OldestAgeProps {
  readonly time: EpochMs
  readonly fromMs: number
  readonly inCell: boolean
}

function OldestAge({ time, fromMs, inCell }: OldestAgeProps) {
  const { upToAge, upToHint } = useText().account
  const ageMs = useAge(time, fromMs)
  if (ageMs < fromMs) return null
  const age = formatAge(ageMs)
  return inCell ? (
    <>
      <span className="old-price dim" {...explain(upToHint(age))} data-testid="cell-age">
        <Clock3 size={10} aria-hidden />
        <span className="sr-only">{upToAge(age)}</span>
      </span>{' '}
    </>
  ) : (
    <>
      {' '}
      <span
        className="dim tnum figure-age"
        {...explainByTab(upToHint(age))}
        data-testid="figure-age"
      >
        {upToAge(age)}
      </span>
    </>
  )
}
