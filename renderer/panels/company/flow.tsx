import { useCallback, useState } from 'react'
import { add, asMoney, eq, maxOf, sub, ZERO, type Money } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  FOOTPRINT_SPANS,
  type CapitalFlowDay,
  type Footprint,
} from '../../../shared/domain/reference/fundamentals.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { Invoke } from '../../bridge/client.js'
import { ShareBar } from '../../chart/shares/share-bar.js'
import { formatStockPrice } from '../../format/product-price.js'
import { formatCompact, formatQuantity } from '../../format/decimal.js'
import { exchangeIso } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { Segments } from '../../ui/segments.js'
import { Stamp } from '../../ui/stamp.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import { dayColumn, dayText, figureColumn } from '../../ui/table/columns/simple-columns.js'
import { useRead } from '../../ui/reading/use-read.js'
import type { TableProps } from './company-tables.js'
import { Block, SectionStates } from './section-states.js'
import { SectionTable } from './section-table.js'
import { useSection } from './use-section.js'

const PARTS = [
  ['largeIn', 'up'],
  ['mediumIn', 'up-2'],
  ['smallIn', 'up-3'],
  ['smallOut', 'down-3'],
  ['mediumOut', 'down-2'],
  ['largeOut', 'down'],
] as const

/** Returns what came in less what went out. */
const netOf = (day: CapitalFlowDay): Money =>
  asMoney(
    sub(
      add(add(day.largeIn, day.mediumIn), day.smallIn),
      add(add(day.largeOut, day.mediumOut), day.smallOut),
    ),
  )

/** The newest day as a distribution, then every day as a row. */
export function CapitalFlow(props: TableProps) {
  return (
    <div className="company-split">
      <Distribution symbol={props.symbol} />
      <SectionTable<'flow', CapitalFlowDay>
        {...props}
        section="flow"
        rowsOf={(rows) => rows.toSorted((a, b) => b.date.localeCompare(a.date))}
        keyOf={({ date }) => date}
        columnsOf={flowColumns}
      />
    </div>
  )
}

const flowColumns = ({ company: text }: PanelText): readonly Column<CapitalFlowDay>[] => [
  dayColumn<CapitalFlowDay>('date', text.heads.date, ({ date }) => date, { pinned: true }),
  figureColumn<CapitalFlowDay>(
    { id: 'net', head: text.heads.net, width: 90, signed: true },
    netOf,
    formatCompact,
  ),
  ...PARTS.map(([part]) =>
    figureColumn<CapitalFlowDay>(
      { id: part, head: text.flowParts[part], width: 98 },
      (day) => day[part],
      formatCompact,
    ),
  ),
]

function Distribution({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const state = useSection(symbol, 'flow')
  if (state.phase !== 'ready' || state.value === null) return null
  const newest = state.value.toSorted((a, b) => b.date.localeCompare(a.date))[0]
  if (newest === undefined) return null
  return (
    <Block title={text.distribution(dayText(newest.date))}>
      <ShareBar
        label={text.distribution(dayText(newest.date))}
        parts={PARTS.map(([part, tone]) => ({
          id: part,
          tone,
          label: text.flowParts[part],
          value: newest[part],
          text: formatCompact(newest[part]),
        }))}
      />
    </Block>
  )
}

/** The level of a footprint with the largest volume. */
function busiest({ levels }: Footprint): Footprint['levels'][number] | null {
  const volume = ({ bought, sold }: Footprint['levels'][number]) => add(bought, sold)
  const most = levels.reduce((largest, level) => maxOf(largest, volume(level)), add(ZERO, ZERO))
  return levels.find((level) => eq(volume(level), most)) ?? levels[0] ?? null
}

/** What was bought and sold per interval; the levels of the chosen one below. */
export function FootprintView({ symbol, choosing }: TableProps) {
  const text = usePanelText()
  const [span, setSpan] = useState<(typeof FOOTPRINT_SPANS)[number]>('M5')
  const [chosen, setChosen] = useState<number | null>(null)
  const read = useCallback(
    (invoke: Invoke) => invoke('company.footprint', { symbol, span }),
    [symbol, span],
  )
  const state = useRead(`${symbol} ${span}`, read)
  return (
    <div className="company-split">
      <div className="company-bar">
        <Segments
          label={text.company.interval}
          value={span}
          onValue={setSpan}
          options={FOOTPRINT_SPANS.map((value) => ({
            value,
            label: text.company.intervals[value],
          }))}
        />
      </div>
      <SectionStates state={state}>
        {(footprints) => (
          <div className="company-halves">
            <DataTable<string, Footprint>
              table="company-footprint"
              label={text.company.table(text.company.pages.footprint, symbol)}
              columns={footprintColumns(text)}
              rows={footprints}
              keyOf={({ time }) => `${time}`}
              choosing={choosing}
              current={({ time }) => time === (chosen ?? footprints[0]?.time)}
              onOpen={({ time }) => setChosen(time)}
            />
            <Levels
              footprint={footprints.find(({ time }) => time === chosen) ?? footprints[0] ?? null}
            />
          </div>
        )}
      </SectionStates>
    </div>
  )
}

const footprintColumns = ({ company: { heads } }: PanelText): readonly Column<Footprint>[] => [
  {
    id: 'time',
    head: heads.time,
    width: 110,
    pinned: true,
    compare: (a, b) => a.time - b.time,
    cell: ({ time }) => <Stamp time={time} />,
    data: ({ time }) => exchangeIso(time),
  },
  figureColumn<Footprint>(
    { id: 'total', head: heads.total, width: 84 },
    ({ total }) => total,
    formatCompact,
  ),
  figureColumn<Footprint>(
    { id: 'delta', head: heads.delta, width: 84, signed: true },
    ({ delta }) => delta,
    formatCompact,
  ),
  figureColumn<Footprint>(
    { id: 'bought', head: heads.bought, width: 84, yields: 1 },
    ({ bought }) => bought,
    formatCompact,
  ),
  figureColumn<Footprint>(
    { id: 'sold', head: heads.sold, width: 84, yields: 1 },
    ({ sold }) => sold,
    formatCompact,
  ),
  figureColumn<Footprint>(
    { id: 'top', head: heads.top, width: 96 },
    (row) => busiest(row)?.price ?? null,
    (value) => formatStockPrice(value),
  ),
]

type Level = Footprint['levels'][number]

function Levels({ footprint }: { readonly footprint: Footprint | null }) {
  const text = usePanelText().company
  const { heads } = text
  if (footprint === null) return null
  return (
    <DataTable<string, Level>
      table="company-levels"
      label={text.levels}
      columns={[
        figureColumn<Level>(
          { id: 'sold', head: heads.sold, width: 70 },
          ({ sold }) => sold,
          (value) => formatQuantity(value),
        ),
        figureColumn<Level>(
          { id: 'price', head: text.price, width: 78 },
          ({ price }) => price,
          (value) => formatStockPrice(value),
        ),
        figureColumn<Level>(
          { id: 'bought', head: heads.bought, width: 70 },
          ({ bought }) => bought,
          (value) => formatQuantity(value),
        ),
      ]}
      rows={footprint.levels}
      keyOf={(_level, index) => `${index}`}
    />
  )
}
