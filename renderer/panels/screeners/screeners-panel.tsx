import { ListOrdered } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { MarketSector } from '../../../shared/domain/reference/screener.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useActiveSymbol, useConnected, useMainWindow } from '../../stores/context.js'
import { selectSymbol } from '../../stores/selection.js'
import { symbolMenu, watchMenu } from '../../ui/menus/symbol-menu.js'
import { NotConnected } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import { BackToSectors, RankingChoices, ScreenerBar, SectorChoices } from './screener-bar.js'
import { rankingQuery, useScreenerChoices, type ScreenerChoices } from './screener-choices.js'
import { screenerColumns, type RankedRow, type ScreenerKind } from './screener-columns.js'
import { ListAge, ListFoot, ListStates } from './screener-state.js'
import { SectorFigures, sectorColumns } from './sector-columns.js'
import { useRanking, useSectors } from './use-screener.js'
import './screeners.css'

/** Rankings of stocks as the broker computes them, and the sectors of the market. */
export function ScreenersPanel() {
  const connected = useConnected()
  const choices = useScreenerChoices()
  const [sector, setSector] = useState<MarketSector | null>(null)
  const [list] = choices.list
  if (!connected) return <NotConnected icon={ListOrdered} />
  return (
    <div className="panel" data-testid="screeners">
      {list === 'sectors' && sector === null && (
        <SectorsView choices={choices} onSector={setSector} />
      )}
      {list === 'sectors' && sector !== null && (
        <RankingView
          kind="sector"
          choices={choices}
          sector={sector}
          onBack={() => setSector(null)}
        />
      )}
      {list !== 'sectors' && <RankingView kind={list} choices={choices} />}
    </div>
  )
}

const NONE: readonly never[] = []

/** One ranking. Enter or a click shows a stock in the linked panels. */
function RankingView({
  kind,
  choices,
  sector,
  onBack,
}: {
  readonly kind: ScreenerKind
  readonly choices: ScreenerChoices
  readonly sector?: MarketSector
  readonly onBack?: () => void
}) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const active = useActiveSymbol()
  const choosing = useState(false)
  const view = useRanking(rankingQuery(kind, choices, sector?.sectorId ?? ''))
  const ranked = view.value?.rows ?? NONE
  const rows = useMemo(
    () => ranked.map((row, index): RankedRow => ({ ...row, rank: index + 1 })),
    [ranked],
  )
  const columns = useMemo(() => screenerColumns(kind, text), [kind, text])
  const name = sector?.name ?? text.screeners.lists[kind === 'sector' ? 'sectors' : kind]
  return (
    <>
      <ScreenerBar
        choices={choices}
        age={<ListAge view={view} />}
        onColumns={() => choosing[1](true)}
      >
        {onBack !== undefined && <BackToSectors onBack={onBack} />}
        {sector !== undefined && <SectorFigures sector={view.value?.sector ?? sector} />}
        <RankingChoices kind={kind} choices={choices} />
      </ScreenerBar>
      <div className="panel-body">
        <ListStates view={view} rows={rows}>
          <DataTable<string, RankedRow>
            table={`screener-${kind}`}
            label={text.screeners.table(name)}
            columns={columns}
            rows={rows}
            keyOf={({ symbol }) => symbol}
            choosing={choosing}
            current={({ symbol }) => symbol === active}
            onOpen={({ symbol }) => selectSymbol(mainWindow.selection, symbol)}
            menu={({ symbol }) => [
              symbolMenu(mainWindow, symbolInstrument(symbol, 'stock'), text),
              watchMenu(mainWindow, symbol, text),
            ]}
          />
        </ListStates>
      </div>
      <ListFoot view={view} count={text.screeners.stocks(rows.length)} />
    </>
  )
}

/** The sectors of the market; Enter or a click opens the stocks of one. */
function SectorsView({
  choices,
  onSector,
}: {
  readonly choices: ScreenerChoices
  readonly onSector: (sector: MarketSector) => void
}) {
  const text = usePanelText()
  const { selection } = useMainWindow()
  const choosing = useState(false)
  const view = useSectors({
    period: choices.sectorPeriod[0],
    measure: choices.sectorMeasure[0],
    direction: choices.sectorsDirection[0],
  })
  const rows = view.value ?? NONE
  const columns = useMemo(
    () => sectorColumns(text, (symbol) => selectSymbol(selection, symbol)),
    [text, selection],
  )
  return (
    <>
      <ScreenerBar
        choices={choices}
        age={<ListAge view={view} />}
        onColumns={() => choosing[1](true)}
      >
        <SectorChoices choices={choices} />
      </ScreenerBar>
      <div className="panel-body">
        <ListStates view={view} rows={rows}>
          <DataTable<string, MarketSector>
            table="sectors"
            label={text.screeners.sectorTable}
            columns={columns}
            rows={rows}
            keyOf={({ sectorId }) => sectorId}
            choosing={choosing}
            onOpen={onSector}
          />
        </ListStates>
      </div>
      <ListFoot view={view} count={text.screeners.sectors(rows.length)} />
    </>
  )
}
