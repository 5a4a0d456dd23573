import type { WindowText } from '../../../shared/messages/window-text.js'
import { instrumentName, positionInstrument } from '../../format/instrument-name.js'
import { ownMoney } from '../../format/own.js'
import { useText } from '../../language/window-text.js'
import { CellAge } from '../../ui/accounts/figure-age.js'
import { Signed } from '../../ui/signed.js'
import type { Realized } from './closed-today.js'
import { explainByTab } from '../../ui/hints/hint.js'

/** Says what a realized figure lacks, or how it came about; undefined where nothing is to say. */
export function realizedNote(
  { value, missing, isIncomplete, isAllotted }: Realized,
  { positions, instruments }: WindowText,
): string | undefined {
  const names = missing.map((row) => instrumentName(positionInstrument(row), instruments))
  if (names.length > 0) {
    return value === null ? positions.realizedUnknown : positions.realizedPartial(names.join(', '))
  }
  if (isIncomplete) return positions.realizedIncomplete
  return isAllotted ? positions.realizedAllotted : undefined
}

/** What was realized: the sum of what is known, with a mark where a part is not. */
export function RealizedFigure({
  realized,
  isTotal = false,
}: {
  readonly realized: Realized
  /** A total also has its age while a later execution is being read. */
  readonly isTotal?: boolean
}) {
  const text = useText()
  const { value, missing, isIncomplete, valuedAt } = realized
  const isPartial = value !== null && (missing.length > 0 || isIncomplete)
  return (
    <span {...explainByTab(realizedNote(realized, text) ?? text.positions.realizedHint)}>
      {isTotal && valuedAt !== null && (
        <CellAge time={valuedAt} hint={text.positions.realizedBehind} />
      )}
      <Signed value={value} tone="pnl">
        {ownMoney(value, null, true)}
      </Signed>
      {isPartial && <span className="dim"> {text.positions.unknownPart}</span>}
    </span>
  )
}
