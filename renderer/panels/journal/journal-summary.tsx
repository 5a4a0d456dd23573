import { NotebookPen } from 'lucide-react'
import { useMemo } from 'react'
import type {
  JournalDay,
  JournalGroup,
  JournalReport,
  JournalState,
  JournalStatistics,
  JournalTotals,
  TradeSource,
} from '../../../shared/domain/account/journal.js'
import { add, isZero, ZERO, type Decimal, type Money } from '../../../shared/domain/decimal.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { EquityCurve, type EquityPoint } from '../../chart/equity/equity-curve.js'
import { formatDecimal, formatRatio } from '../../format/decimal.js'
import { isPrivate, ownMoney } from '../../format/own.js'
import { instrumentName } from '../../format/instrument-name.js'
import { errorLine } from '../../language/error-message.js'
import { currentLocale } from '../../language/language.js'
import { usePanelText } from '../../language/panel-text.js'
import { useSetting } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import type { RecordFilters } from '../../ui/records/record-filters.js'
import { Segments } from '../../ui/segments.js'
import { Signed } from '../../ui/signed.js'
import { Empty, Skeleton } from '../../ui/states.js'
import { sourceName } from './journal-columns.js'
import { keyInstrument } from './key-instrument.js'
import { PnlCalendar } from './pnl-calendar.js'
import { useReport } from './use-journal.js'
import { explainByTab } from '../../ui/hints/hint.js'

export interface JournalSummaryProps {
  readonly state: JournalState
  readonly filters: RecordFilters
  /** Only round trips with this tag count; null: all. */
  readonly tag: string | null
}

/** The figures of a period, its curve, its days, and the figures by what trips have in common. */
export function JournalSummary({ state, filters, tag }: JournalSummaryProps) {
  const text = usePanelText()
  const report = useReport(state, filters.times, tag)
  if (report.phase === 'loading') return <Skeleton rows={8} />
  if (report.phase === 'failed') {
    return (
      <Empty icon={NotebookPen} title={text.journal.failed} hint={errorLine(report.error)}>
        <Button size="small" onClick={report.reload}>
          {text.journal.retry}
        </Button>
      </Empty>
    )
  }
  const { value } = report
  return (
    <div
      className="journal-summary"
      tabIndex={0}
      role="region"
      aria-label={text.journal.views.summary}
    >
      {value.days.length === 0 ? (
        <Empty icon={NotebookPen} title={text.journal.empty} hint={text.journal.emptyHint} />
      ) : (
        <Figures report={value} />
      )}
      <Notes report={value} />
    </div>
  )
}

/** Returns the total at the end of each day. */
function equityPoints(days: readonly JournalDay[]): readonly EquityPoint[] {
  const points: EquityPoint[] = []
  for (const { day, pnl } of days) {
    points.push({ day, total: add<Decimal>(points.at(-1)?.total ?? ZERO, pnl) })
  }
  return points
}

function Figures({ report }: { readonly report: JournalReport }) {
  const text = usePanelText().journal
  const { days, figures, totals } = report
  const points = useMemo(() => equityPoints(days), [days])
  const label = text.curveLabel(
    days.length,
    ownMoney(totals.pnl, 'USD', true),
    ownMoney(totals.maxDrawdown, 'USD'),
  )
  return (
    <>
      <KeyFigures figures={figures} totals={totals} />
      <section className="journal-block" aria-label={text.curve}>
        <h3>{text.curve}</h3>
        {!isPrivate() && <EquityCurve points={points} locale={currentLocale()} label={label} />}
      </section>
      <PnlCalendar days={days} />
      <Groups report={report} />
    </>
  )
}

function KeyFigures({
  figures,
  totals,
}: {
  readonly figures: JournalStatistics
  readonly totals: JournalTotals
}) {
  const { figures: names, hints, counts, figuresLabel } = usePanelText().journal
  const { wins, losses, flats } = figures
  const money = (value: Decimal | null) => ownMoney(value, 'USD')
  return (
    <dl className="journal-figures" aria-label={figuresLabel} data-testid="journal-figures">
      <SignedFigure name="pnl" value={totals.pnl} />
      <SignedFigure name="realized" value={totals.realized} />
      <Figure name={names.fees} value={money(totals.fees)} hint={hints.fees} />
      <Figure name={names.maxDrawdown} value={money(totals.maxDrawdown)} hint={hints.maxDrawdown} />
      <Figure name={names.trips} value={String(figures.trips)} hint={hints.trips}>
        {counts(wins, losses, flats)}
      </Figure>
      <Figure
        name={names.winRate}
        value={formatRatio(figures.winRate, false)}
        hint={hints.winRate(wins, losses, flats)}
      />
      <Figure name={names.profitFactor} value={formatDecimal(figures.profitFactor, 2, 2)} />
      <Figure name={names.averageWin} value={money(figures.averageWin)} />
      <Figure name={names.averageLoss} value={money(figures.averageLoss)} />
      {!isZero(totals.outsideTrips) && (
        <SignedFigure name="outsideTrips" value={totals.outsideTrips} />
      )}
    </dl>
  )
}

function SignedFigure({
  name,
  value,
}: {
  readonly name: 'pnl' | 'realized' | 'outsideTrips'
  readonly value: Money
}) {
  const { figures, hints } = usePanelText().journal
  return (
    <div {...explainByTab(hints[name])}>
      <dt>{figures[name]}</dt>
      <dd data-testid={`journal-${name}`}>
        <Signed value={value} tone="pnl">
          {ownMoney(value, 'USD', true)}
        </Signed>
      </dd>
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly hint?: string
  /** What the figure is made of. */
  readonly children?: string
}

function Figure({ name, value, hint, children }: FigureProps) {
  return (
    <div {...explainByTab(hint)}>
      <dt>{name}</dt>
      <dd className="tnum">
        {value}
        {children !== undefined && <span className="journal-counts">{children}</span>}
      </dd>
    </div>
  )
}

const GROUPINGS = ['symbol', 'hour', 'source', 'tag'] as const
type Grouping = (typeof GROUPINGS)[number]

function Groups({ report }: { readonly report: JournalReport }) {
  const text = usePanelText()
  const [grouping, setGrouping] = useSetting<Grouping>('journal.group', GROUPINGS, 'symbol')
  const groups = {
    symbol: report.bySymbol,
    hour: report.byHour,
    source: report.bySource,
    tag: report.byTag,
  }[grouping]
  if (report.bySymbol.length === 0) return null
  return (
    <section className="journal-block" aria-label={text.journal.groupLabel}>
      <h3>
        {text.journal.groupLabel}
        <Segments
          label={text.journal.groupLabel}
          value={grouping}
          onValue={setGrouping}
          options={GROUPINGS.map((value) => ({ value, label: text.journal.groups[value] }))}
        />
      </h3>
      {groups.length === 0 ? (
        <p className="journal-note">{text.journal.notes.noTags}</p>
      ) : (
        <GroupTable grouping={grouping} groups={groups} />
      )}
    </section>
  )
}

function GroupTable({
  grouping,
  groups,
}: {
  readonly grouping: Grouping
  readonly groups: readonly JournalGroup[]
}) {
  const text = usePanelText()
  const { heads, figures } = text.journal
  return (
    <table className="journal-groups" data-testid="journal-groups">
      <thead>
        <tr>
          <th scope="col">{text.journal.groups[grouping]}</th>
          <th scope="col">{figures.trips}</th>
          <th scope="col">{figures.winRate}</th>
          <th scope="col">{figures.profitFactor}</th>
          <th scope="col">{figures.fees}</th>
          <th scope="col">{heads.pnl}</th>
        </tr>
      </thead>
      <tbody>
        {[...groups].sort(byName(grouping)).map(({ group, figures: totals }) => (
          <tr key={group}>
            <th scope="row">{groupName(grouping, group, text)}</th>
            <td>{totals.trips}</td>
            <td>{formatRatio(totals.winRate, false)}</td>
            <td>{formatDecimal(totals.profitFactor, 2, 2)}</td>
            <td>{ownMoney(totals.fees)}</td>
            <td>
              <Signed value={totals.pnl} tone="pnl">
                {ownMoney(totals.pnl, null, true)}
              </Signed>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const byName =
  (grouping: Grouping) =>
  (a: JournalGroup, b: JournalGroup): number =>
    grouping === 'symbol' || grouping === 'tag'
      ? b.figures.trips - a.figures.trips || a.group.localeCompare(b.group)
      : a.group.localeCompare(b.group)

function groupName(grouping: Grouping, group: string, text: PanelText): string {
  switch (grouping) {
    case 'symbol': {
      const [first = '', symbol = ''] = group.split(' ')
      return first === 'strategy'
        ? text.journal.strategiesOf(symbol)
        : instrumentName(keyInstrument(group as InstrumentKey), text.instruments)
    }
    case 'hour':
      return text.journal.hour(group)
    case 'tag':
      return group
    case 'source': {
      const [kind = '', ...name] = group.split(' ')
      const source = {
        kind: kind as TradeSource['kind'],
        name: name.length > 0 ? name.join(' ') : null,
      }
      return sourceName(source, text)
    }
  }
}

/** What is not in the figures, and how they are calculated. */
function Notes({ report }: { readonly report: JournalReport }) {
  const text = usePanelText()
  const { uncosted, unclear, unmatchedNotes } = report
  const names = uncosted.map((key) => instrumentName(keyInstrument(key), text.instruments))
  return (
    <div className="journal-note">
      {uncosted.length > 0 && <p>{text.journal.uncosted(names.join(', '))}</p>}
      {unclear > 0 && <p>{text.journal.unclear(unclear)}</p>}
      {unmatchedNotes > 0 && <p>{text.journal.notes.unmatched(unmatchedNotes)}</p>}
      <p>{text.journal.method}</p>
      <p>{text.journal.lotMethod}</p>
    </div>
  )
}
