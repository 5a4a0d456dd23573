import { ArrowDownWideNarrow, ArrowUpNarrowWide, ChevronLeft, Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  ACTIVE_MEASURES,
  MOVER_PERIODS,
  SECTOR_MEASURES,
  SECTOR_PERIODS,
  SORT_DIRECTIONS,
  YEAR_EXTREMES,
  type SortDirection,
} from '../../../shared/domain/reference/screener.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button, IconButton } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'
import { LISTS, SORTS, type ScreenerChoices } from './screener-choices.js'
import type { ScreenerKind } from './screener-columns.js'

/** The choice of the list, and of what it shows. */
export function ScreenerBar({
  choices,
  age,
  onColumns,
  children,
}: {
  readonly choices: ScreenerChoices
  /** The age of the list where it is not of this minute. */
  readonly age: ReactNode
  readonly onColumns: () => void
  readonly children: ReactNode
}) {
  const text = usePanelText()
  const [list, setList] = choices.list
  return (
    <div>
      <div className="panel-bar">
        <Segments
          label={text.screeners.title}
          value={list}
          onValue={setList}
          options={LISTS.map((value) => ({ value, label: text.screeners.lists[value] }))}
        />
        <span className="spring" />
        {age}
        <IconButton icon={Columns3} label={text.table.columns} onClick={onColumns} />
      </div>
      <div className="screener-choices" role="group" aria-label={text.screeners.choices}>
        {children}
      </div>
    </div>
  )
}

/** The choices of one ranking: its span or kind, what ranks it, and the order. */
export function RankingChoices({
  kind,
  choices,
}: {
  readonly kind: ScreenerKind
  readonly choices: ScreenerChoices
}) {
  const text = usePanelText().screeners
  const [direction, setDirection] = choices.directions[kind]
  return (
    <>
      {kind === 'movers' && choices.sorts.movers[0] === 'changeRatio' && (
        <Segments
          label={text.direction}
          value={direction}
          onValue={setDirection}
          options={SORT_DIRECTIONS.map((value) => ({ value, label: text.movers[value] }))}
        />
      )}
      {kind === 'movers' && (
        <Select
          aria-label={text.period}
          hint={text.period}
          value={choices.period[0]}
          onValue={choices.period[1]}
          options={MOVER_PERIODS.map((value) => ({ value, label: text.periods[value] }))}
        />
      )}
      {kind === 'active' && (
        <Select
          aria-label={text.measure}
          hint={text.measure}
          value={choices.measure[0]}
          onValue={choices.measure[1]}
          options={ACTIVE_MEASURES.map((value) => ({ value, label: text.figures[value] }))}
        />
      )}
      {kind === 'year' && (
        <Select
          aria-label={text.extreme}
          hint={text.extreme}
          value={choices.extreme[0]}
          onValue={choices.extreme[1]}
          options={YEAR_EXTREMES.map((value) => ({ value, label: text.extremes[value] }))}
        />
      )}
      {kind === 'sector' && <SectorPeriod choices={choices} />}
      <SortChoice kind={kind} choices={choices} />
      {!(kind === 'movers' && choices.sorts.movers[0] === 'changeRatio') && (
        <DirectionButton direction={direction} onDirection={setDirection} />
      )}
    </>
  )
}

/** What the broker ranks by: every figure that it offers for the list. */
function SortChoice({
  kind,
  choices,
}: {
  readonly kind: ScreenerKind
  readonly choices: ScreenerChoices
}) {
  const text = usePanelText().screeners
  const [sort, setSort] = choices.sorts[kind]
  return (
    <Select<string>
      aria-label={text.sort}
      hint={text.sort}
      value={sort}
      onValue={setSort as (value: string) => void}
      options={SORTS[kind].map((value) => ({
        value,
        label: text.sortedBy(text.figures[value === 'own' ? choices.measure[0] : value]),
      }))}
    />
  )
}

function SectorPeriod({ choices }: { readonly choices: ScreenerChoices }) {
  const text = usePanelText().screeners
  return (
    <Segments
      label={text.period}
      value={choices.sectorPeriod[0]}
      onValue={choices.sectorPeriod[1]}
      options={SECTOR_PERIODS.map((value) => ({ value, label: text.periods[value] }))}
    />
  )
}

/** The choices of the list of sectors. */
export function SectorChoices({ choices }: { readonly choices: ScreenerChoices }) {
  const text = usePanelText().screeners
  return (
    <>
      <SectorPeriod choices={choices} />
      <Select
        aria-label={text.sort}
        hint={text.sort}
        value={choices.sectorMeasure[0]}
        onValue={choices.sectorMeasure[1]}
        options={SECTOR_MEASURES.map((value) => ({
          value,
          label: text.sortedBy(text.figures[value]),
        }))}
      />
      <DirectionButton
        direction={choices.sectorsDirection[0]}
        onDirection={choices.sectorsDirection[1]}
      />
    </>
  )
}

/** Leads from the stocks of a sector back to the sectors. */
export function BackToSectors({ onBack }: { readonly onBack: () => void }) {
  const text = usePanelText().screeners
  return (
    <Button size="small" variant="quiet" icon={ChevronLeft} onClick={onBack}>
      {text.allSectors}
    </Button>
  )
}

function DirectionButton({
  direction,
  onDirection,
}: {
  readonly direction: SortDirection
  readonly onDirection: (direction: SortDirection) => void
}) {
  const text = usePanelText().screeners
  const isDescending = direction === 'descending'
  return (
    <IconButton
      icon={isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide}
      label={text.directions[direction]}
      onClick={() => onDirection(isDescending ? 'ascending' : 'descending')}
    />
  )
}
