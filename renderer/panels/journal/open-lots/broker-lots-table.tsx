import type { PositionLot } from '../../../../shared/domain/account/activity.js'
import {
  keyParts,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { ownMoney, ownQuantity } from '../../../format/own.js'
import { stepsOf } from '../../../format/listed-steps.js'
import { formatAverage } from '../../../format/product-price.js'
import { errorLine } from '../../../language/error-message.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import type { ReadState } from '../../../ui/reading/use-read.js'
import { Signed } from '../../../ui/signed.js'
import { Skeleton } from '../../../ui/states.js'
import { compareLots } from './compare-lots.js'
import type { ComparedLots } from './use-compared-lots.js'

export interface BrokerLotsTableProps {
  readonly instrument: InstrumentKey
  readonly read: ReadState<ComparedLots>
}

/** The broker's lots of a position, and whether the journal has the same. */
export function BrokerLotsTable({ instrument, read }: BrokerLotsTableProps) {
  const text = usePanelText().journal.brokerLots
  return (
    <section
      className="record-section"
      data-testid="broker-lots"
      aria-busy={read.phase === 'loading'}
    >
      <h3>{text.title}</h3>
      <Body instrument={instrument} read={read} />
    </section>
  )
}

function Body({ instrument, read }: BrokerLotsTableProps) {
  const { journal, records } = usePanelText()
  const text = journal.brokerLots
  if (read.phase === 'loading') return <Skeleton rows={3} />
  if (read.phase === 'failed') {
    return (
      <p role="alert">
        {errorLine(read.error)}{' '}
        <Button size="small" onClick={read.reload}>
          {journal.retry}
        </Button>
      </p>
    )
  }
  const { broker, own, isComplete } = read.value
  if (broker.length === 0) return <p className="dim">{text.none}</p>
  const { symbol, assetClass } = keyParts(instrument)
  const verdict = isComplete
    ? text.comparison[compareLots(own, broker, stepsOf(symbol, assetClass))]
    : text.incomplete(broker.length)
  return (
    <>
      <LotRows instrument={instrument} lots={broker} />
      <p className="journal-note" role="status">
        {verdict}{' '}
        <Button size="small" onClick={read.reload}>
          {records.refresh}
        </Button>
      </p>
    </>
  )
}

function LotRows({
  instrument,
  lots,
}: {
  readonly instrument: InstrumentKey
  readonly lots: readonly PositionLot[]
}) {
  const { heads, brokerLots } = usePanelText().journal
  const priced = keyParts(instrument)
  return (
    <table className="journal-groups journal-broker-lots">
      <thead>
        <tr>
          <th scope="col">{heads.lotQuantity}</th>
          <th scope="col">{heads.entry}</th>
          <th scope="col">{brokerLots.value}</th>
          <th scope="col">{brokerLots.unrealized}</th>
        </tr>
      </thead>
      <tbody>
        {lots.map((lot) => (
          <tr key={lot.lotId}>
            <td>{ownQuantity(lot.quantity)}</td>
            <td>{formatAverage(lot.averageCost, priced)}</td>
            <td>{ownMoney(lot.marketValue, lot.currency)}</td>
            <td>
              <Signed value={lot.unrealizedPnl} tone="pnl">
                {ownMoney(lot.unrealizedPnl, lot.currency, true)}
              </Signed>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
