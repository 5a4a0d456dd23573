import { Building2, Columns3, RefreshCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { underlyingSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { REPORT_PERIODS, type ReportPeriod } from '../../../shared/domain/reference/fundamentals.js'
import type { Invoke } from '../../bridge/client.js'
import { usePanelText } from '../../language/panel-text.js'
import { useActiveSymbol, useConnected, useSetting } from '../../stores/context.js'
import { IconButton } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { useRead } from '../../ui/reading/use-read.js'
import { useSettled } from '../../ui/reading/use-settled.js'
import { CompanyPage } from './company-page.js'
import { useSectionAges } from './section-age.js'
import { GROUPS, PAGES, type Group, type Page, type SubjectKind } from './company-pages.js'
import './company.css'
import { fullText } from '../../ui/hints/hint.js'

/** A symbol that is only passed while the person moves through a list is not read. */
const SETTLE_MS = 250

/** Facts about the company or the fund behind the linked symbol. */
export function CompanyPanel() {
  const text = usePanelText().company
  const connected = useConnected()
  const active = useActiveSymbol()
  const symbol = useSettled(subjectOf(active), SETTLE_MS)
  if (!connected) return <NotConnected icon={Building2} />
  if (active === null || symbol === null) {
    return <Empty icon={Building2} title={text.pick} hint={text.pickHint} />
  }
  const kind = symbolClass(symbol)
  if (kind === 'futures') return <Subject symbol={symbol} kind="futures" name={null} />
  if (kind !== 'stock') {
    return <Empty icon={Building2} title={text.unsupported} hint={text.unsupportedHint} />
  }
  return <Stock key={symbol} symbol={symbol} />
}

/** Returns what an instrument is about: an option is about its underlying. */
function subjectOf(active: Symbol | null): Symbol | null {
  return active === null
    ? null
    : underlyingSymbol({ assetClass: symbolClass(active), symbol: active })
}

/** A stock or a fund, which have different sections. */
function Stock({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const read = useCallback((invoke: Invoke) => invoke('instruments.describe', { symbol }), [symbol])
  const state = useRead(symbol, read)
  if (state.phase === 'loading') return <Skeleton rows={8} />
  const instrument = state.phase === 'ready' ? state.value : null
  if (state.phase === 'ready' && instrument === null) {
    return <Empty icon={Building2} title={text.unsupported} hint={text.unsupportedHint} />
  }
  const isFund = instrument?.assetClass === 'stock' && instrument.kind === 'etf'
  return (
    <Subject
      symbol={symbol}
      kind={isFund ? 'fund' : 'company'}
      name={
        instrument?.assetClass === 'stock' ? `${instrument.name} · ${instrument.exchange}` : null
      }
    />
  )
}

function Subject({
  symbol,
  kind,
  name,
}: {
  readonly symbol: Symbol
  readonly kind: SubjectKind
  readonly name: string | null
}) {
  const text = usePanelText()
  const groups = GROUPS[kind]
  const [saved, setGroup] = useSetting<Group>(`company.group.${kind}`, groups, groups[0] ?? 'flow')
  const pages = PAGES[kind][saved] ?? []
  const [page, setPage] = useState<Page | null>(null)
  const activePage = pages.find((candidate) => candidate === page) ?? pages[0] ?? null
  const [reports, setReports] = useSetting('company.reports', REPORT_PERIODS, 'annual')
  const choosing = useState(false)
  const { age, reload, provide } = useSectionAges()
  return (
    <div className="panel company" data-testid="company">
      <div>
        <div className="panel-bar">
          <span className="company-name">
            <strong>{symbol}</strong>
            {name !== null && <span {...fullText(name)}>{name}</span>}
          </span>
          <span className="spring" />
          {age}
          <IconButton icon={RefreshCw} label={text.news.refresh} onClick={reload} />
          {activePage !== null && (
            <IconButton
              icon={Columns3}
              label={text.table.columns}
              onClick={() => choosing[1](true)}
            />
          )}
        </div>
        <SubjectChoices
          kind={kind}
          group={saved}
          page={activePage}
          onGroup={(value) => {
            setPage(null)
            setGroup(value)
          }}
          onPage={setPage}
          reports={[reports, setReports]}
        />
      </div>
      <div className="panel-body" key={`${symbol} ${saved} ${activePage ?? ''}`}>
        {provide(
          <CompanyPage
            symbol={symbol}
            kind={kind}
            group={saved}
            page={activePage}
            reports={reports}
            choosing={choosing}
          />,
        )}
      </div>
      {activePage !== null && <p className="company-foot">{text.company.hints[activePage]}</p>}
    </div>
  )
}

/** The choice of the group, of its table, and of the period of statements. */
function SubjectChoices({
  kind,
  group,
  page,
  onGroup,
  onPage,
  reports: [reports, setReports],
}: {
  readonly kind: SubjectKind
  readonly group: Group
  readonly page: Page | null
  readonly onGroup: (group: Group) => void
  readonly onPage: (page: Page) => void
  readonly reports: readonly [ReportPeriod, (reports: ReportPeriod) => void]
}) {
  const text = usePanelText().company
  const pages = PAGES[kind][group] ?? []
  return (
    <div className="company-choices">
      <Segments
        label={text.group}
        value={group}
        onValue={onGroup}
        options={GROUPS[kind].map((value) => ({ value, label: text.groups[value] }))}
      />
      {pages.length > 1 && page !== null && (
        <Segments
          label={text.page}
          value={page}
          onValue={onPage}
          options={pages.map((value) => ({ value, label: text.pages[value] }))}
        />
      )}
      {group === 'financials' && (
        <Segments
          label={text.reports}
          value={reports}
          onValue={setReports}
          options={REPORT_PERIODS.map((value) => ({ value, label: text.reportPeriods[value] }))}
        />
      )}
    </div>
  )
}
