import type { Decimal } from '../../../shared/domain/decimal.js'
import { toNumber } from '../number.js'
import './share-bar.css'
import { explain } from '../../ui/hints/hint.js'

/** The color of a part: how much it speaks for a rise or a fall, or none of both. */
export type ShareTone = 'up' | 'up-2' | 'up-3' | 'down-3' | 'down-2' | 'down' | 'accent' | 'neutral'

export interface SharePart {
  readonly id: string
  readonly label: string
  readonly value: Decimal
  readonly text: string
  readonly tone: ShareTone
}

/** Parts of a whole as a bar, each with its name and figure below: color is never the only sign. */
export function ShareBar({
  label,
  parts,
}: {
  readonly label: string
  readonly parts: readonly SharePart[]
}) {
  const shown = parts.filter(({ value }) => toNumber(value) > 0)
  return (
    <div className="share">
      <div className="share-bar" role="img" aria-label={label}>
        {shown.map(({ id, value, label: name, text, tone }) => (
          <span
            key={id}
            className="share-part"
            data-tone={tone}
            style={{ flexGrow: toNumber(value) }}
            {...explain(`${name}: ${text}`)}
          />
        ))}
      </div>
      <dl className="share-legend">
        {parts.map(({ id, label: name, text, tone }) => (
          <div key={id}>
            <dt>
              <span className="share-key" data-tone={tone} aria-hidden />
              {name}
            </dt>
            <dd className="tnum">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A range of prices with marks in it, such as targets around the last price. */
export function RangeBar({
  label,
  low,
  high,
  marks,
}: {
  readonly label: string
  readonly low: Decimal
  readonly high: Decimal
  readonly marks: readonly {
    readonly id: string
    readonly value: Decimal
    readonly isLast?: true
  }[]
}) {
  const values = [low, high, ...marks.map(({ value }) => value)].map(toNumber)
  const [from, to] = [Math.min(...values), Math.max(...values)]
  const place = (value: Decimal): string =>
    `${to === from ? 50 : ((toNumber(value) - from) / (to - from)) * 100}%`
  return (
    <div className="range" role="img" aria-label={label}>
      <span
        className="range-span"
        style={{ left: place(low), right: `calc(100% - ${place(high)})` }}
      />
      {marks.map(({ id, value, isLast }) => (
        <span
          key={id}
          className={isLast === true ? 'range-mark last' : 'range-mark'}
          style={{ left: place(value) }}
        />
      ))}
    </div>
  )
}
