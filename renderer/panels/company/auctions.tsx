import { useCallback, useEffect, useState } from 'react'
import type { Price } from '../../../shared/domain/decimal.js'
import {
  AUCTIONS,
  type Auction,
  type AuctionState,
  type Imbalance,
} from '../../../shared/domain/reference/fundamentals.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { Invoke } from '../../bridge/client.js'
import { formatQuantity } from '../../format/decimal.js'
import { formatStockPrice } from '../../format/product-price.js'
import { exchangeIso, secondStamp } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useEvery } from '../../ui/every.js'
import { Segments } from '../../ui/segments.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import { figureColumn } from '../../ui/table/columns/simple-columns.js'
import { useRead } from '../../ui/reading/use-read.js'
import type { TableProps } from './company-tables.js'
import { Block, Facts, SectionStates } from './section-states.js'

/** Before an auction its state is published every few seconds. */
const REFRESH_MS = 15_000

/** The imbalance of an auction: what would trade now, and how that came to be. */
export function AuctionsView({ symbol, choosing }: TableProps) {
  const text = usePanelText()
  const [auction, setAuction] = useState<Auction>('open')
  const read = useCallback(
    (invoke: Invoke) => invoke('company.imbalance', { symbol, auction }),
    [symbol, auction],
  )
  const state = useRead(`${symbol} ${auction}`, read)
  const { reload } = state
  const beat = useEvery(REFRESH_MS)
  useEffect(() => {
    if (beat > 0) reload()
  }, [beat, reload])
  return (
    <div className="company-split">
      <div className="company-bar">
        <Segments
          label={text.company.auction}
          value={auction}
          onValue={setAuction}
          options={AUCTIONS.map((value) => ({ value, label: text.company.auctions[value] }))}
        />
      </div>
      <SectionStates state={state}>
        {({ latest, states }) => (
          <div className="company-split">
            <div>{latest !== null && <Latest imbalance={latest} />}</div>
            <DataTable<string, AuctionState>
              table="company-auctions"
              label={text.company.table(text.company.pages.auctions, symbol)}
              columns={stateColumns(text)}
              rows={states}
              keyOf={({ time }, index) => `${time} ${index}`}
              choosing={choosing}
            />
          </div>
        )}
      </SectionStates>
    </div>
  )
}

const priceText = (price: Price | null): string | null =>
  price === null ? null : formatStockPrice(price)

function Latest({ imbalance }: { readonly imbalance: Imbalance }) {
  const text = usePanelText().company
  const { facts } = text
  const { paired, unpaired, side, reference, near, far, variation, time } = imbalance
  return (
    <Block title={text.imbalance} note={secondStamp(time)}>
      <Facts
        facts={[
          [facts.paired, paired === null ? null : formatQuantity(paired)],
          [facts.unpaired, unpaired === null ? null : formatQuantity(unpaired)],
          [facts.imbalanceSide, side === null ? null : text.imbalanceSides[side]],
          [facts.reference, priceText(reference)],
          [facts.near, priceText(near)],
          [facts.far, priceText(far)],
          [facts.variation, variation],
        ]}
      />
    </Block>
  )
}

const stateColumns = ({
  company: { heads, facts },
}: PanelText): readonly Column<AuctionState>[] => [
  {
    id: 'time',
    head: heads.time,
    width: 150,
    pinned: true,
    compare: (a, b) => a.time - b.time,
    cell: ({ time }) => <span className="tnum">{secondStamp(time)}</span>,
    data: ({ time }) => exchangeIso(time),
  },
  ...(['reference', 'near', 'far'] as const).map((part) =>
    figureColumn<AuctionState>(
      { id: part, head: facts[part], width: 96 },
      (row) => row[part],
      (value) => formatStockPrice(value as Price),
    ),
  ),
]
