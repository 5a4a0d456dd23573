import type { DayPnl } from '../../../shared/domain/account/day-pnl.js'
import { ownMoney } from '../../format/own.js'
import { useText } from '../../language/window-text.js'
import { ValueAge } from './figure-age.js'
import { Signed } from '../signed.js'
import { explainByTab } from '../hints/hint.js'

/**
 * The day's profit and loss; in italics while it is not the sum of the rows, with its age while it
 * stands still.
 */
export function DayPnlFigure({
  pnl: { value, isCurrent, ...moments },
  currency,
  hint,
  inCell = false,
}: {
  readonly pnl: DayPnl
  readonly currency: string | null
  readonly hint?: string
  /** True in a table, where the age has little room. */
  readonly inCell?: boolean
}) {
  const { positions, account } = useText()
  return (
    <span
      className={isCurrent ? undefined : 'day-pnl-pending'}
      data-current={isCurrent}
      {...explainByTab(isCurrent ? hint : positions.totalPending)}
    >
      {inCell && <ValueAge moments={moments} hint={account.stoppedHint} inCell />}
      <Signed value={value} tone="pnl">
        {ownMoney(value, currency, true)}
      </Signed>
      {!inCell && <ValueAge moments={moments} hint={account.stoppedHint} />}
    </span>
  )
}
