import type { Symbol } from '../../../shared/domain/ids.js'
import type { ReportPeriod } from '../../../shared/domain/reference/fundamentals.js'
import { usePanelText } from '../../language/panel-text.js'
import { Analysts } from './analysts.js'
import type { Group, Page, SubjectKind } from './company-pages.js'
import {
  ActionTable,
  DividendTable,
  EarningsTable,
  FilingTable,
  ForecastTable,
  IndustryTable,
} from './company-tables.js'
import { AuctionsView } from './auctions.js'
import { CapitalFlow, FootprintView } from './flow.js'
import {
  FundDividendTable,
  FundFileTable,
  FundRatingTable,
  FundSplitTable,
  HoldingTable,
  NetValueTable,
} from './fund-tables.js'
import { CompanyOverview, FundOverview } from './overview.js'
import { IndicatorTable, StatementTable } from './statement-table.js'

export interface CompanyPageProps {
  readonly symbol: Symbol
  readonly kind: SubjectKind
  readonly group: Group
  readonly page: Page | null
  readonly reports: ReportPeriod
  readonly choosing: readonly [boolean, (open: boolean) => void]
}

/** The page of a group: facts, or one of its tables. */
export function CompanyPage({ symbol, kind, group, page, reports, choosing }: CompanyPageProps) {
  if (page === null) {
    return kind === 'fund' ? <FundOverview symbol={symbol} /> : <CompanyOverview symbol={symbol} />
  }
  if (group === 'analysts') {
    return (
      <div className="company-split">
        <Analysts symbol={symbol} />
        <PageTable symbol={symbol} page={page} reports={reports} choosing={choosing} />
      </div>
    )
  }
  return <PageTable symbol={symbol} page={page} reports={reports} choosing={choosing} />
}

function PageTable({
  symbol,
  page,
  reports,
  choosing,
}: Pick<CompanyPageProps, 'symbol' | 'reports' | 'choosing'> & { readonly page: Page }) {
  const text = usePanelText()
  const props = { symbol, choosing }
  switch (page) {
    case 'income':
    case 'balance':
    case 'cash-flow':
      return <StatementTable {...props} kind={page} reports={reports} text={text} />
    case 'indicators':
      return <IndicatorTable {...props} reports={reports} text={text} />
    case 'earnings':
      return <EarningsTable {...props} />
    case 'forecasts':
      return <ForecastTable {...props} />
    case 'dividends':
      return <DividendTable {...props} />
    case 'actions':
      return <ActionTable {...props} />
    case 'flow':
      return <CapitalFlow {...props} />
    case 'footprint':
      return <FootprintView {...props} />
    case 'auctions':
      return <AuctionsView {...props} />
    case 'industry':
      return <IndustryTable {...props} />
    case 'filings':
      return <FilingTable {...props} />
    case 'fund-holdings':
      return <HoldingTable {...props} />
    case 'fund-values':
      return <NetValueTable {...props} />
    case 'fund-dividends':
      return <FundDividendTable {...props} />
    case 'fund-splits':
      return <FundSplitTable {...props} />
    case 'fund-files':
      return <FundFileTable {...props} />
    case 'fund-ratings':
      return <FundRatingTable {...props} />
  }
}
