import { parseDecimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { FiscalPeriod } from '../../../shared/domain/reference/fundamentals.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { ShareBar } from '../../chart/shares/share-bar.js'
import { formatStockPrice } from '../../format/product-price.js'
import { formatCompact, formatDecimal, formatMoney, formatQuantity } from '../../format/decimal.js'
import { usePanelText } from '../../language/panel-text.js'
import { dayText } from '../../ui/table/columns/simple-columns.js'
import { Block, Facts, SectionStates } from './section-states.js'
import { useSection } from './use-section.js'

/** Names a fiscal period: a year, a quarter, or the notice before a report. */
export const periodText = (
  { year, period }: FiscalPeriod,
  { company: text }: Pick<PanelText, 'company'>,
): string =>
  period === 0 ? text.year(year) : period > 4 ? text.notice(year) : text.quarter(year, period)

/** What a company does, and when it reports next. */
export function CompanyOverview({ symbol }: { readonly symbol: Symbol }) {
  return (
    <div className="company-page">
      <Profile symbol={symbol} />
      <NextReport symbol={symbol} />
    </div>
  )
}

/** Formats a count that the broker sends as text; other text stays as it is. */
function countText(count: string | null): string | null {
  const value = count === null ? null : parseDecimal(count)
  return value === null ? count : formatQuantity(value)
}

function Profile({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const state = useSection(symbol, 'profile')
  return (
    <Block title={text.about}>
      <SectionStates state={state}>
        {(profile) => (
          <>
            {/* The broker writes it in English. */}
            <p className="company-text" lang="en">
              {profile.description}
            </p>
            <Facts
              facts={[
                [text.facts.industry, profile.industries.join(', ')],
                [
                  text.facts.founded,
                  profile.founded === null ? null : dayText(profile.founded, 'numeric'),
                ],
                [text.facts.employees, countText(profile.employees)],
                [text.facts.address, profile.address],
                [text.facts.ceo, profile.ceo],
              ]}
            />
          </>
        )}
      </SectionStates>
    </Block>
  )
}

function NextReport({ symbol }: { readonly symbol: Symbol }) {
  const all = usePanelText()
  const text = all.company
  const state = useSection(symbol, 'next-report')
  return (
    <Block
      title={text.nextReport}
      note={state.phase === 'ready' && state.value !== null ? periodText(state.value, all) : null}
    >
      <SectionStates state={state} rows={2}>
        {(report) => (
          <Facts
            facts={[
              [
                text.heads.expected,
                report.from === null
                  ? null
                  : report.from === report.to
                    ? dayText(report.from)
                    : text.between(dayText(report.from), dayText(report.to)),
              ],
              [text.facts.epsEstimate, formatMoney(report.epsEstimate, report.currency)],
              [text.facts.epsLastYear, formatMoney(report.epsLastYear, report.currency)],
              [text.facts.revenueEstimate, formatCompact(report.revenueEstimate)],
              [text.facts.revenueLastYear, formatCompact(report.revenueLastYear)],
            ]}
          />
        )}
      </SectionStates>
    </Block>
  )
}

/** What a fund is for, what it holds, and what it returned. */
export function FundOverview({ symbol }: { readonly symbol: Symbol }) {
  return (
    <div className="company-page">
      <FundBrief symbol={symbol} />
      <Performance symbol={symbol} />
      <Allocation symbol={symbol} />
    </div>
  )
}

function FundBrief({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const state = useSection(symbol, 'fund-brief')
  return (
    <Block title={text.aboutFund}>
      <SectionStates state={state}>
        {(brief) => (
          <>
            <p className="company-text">{brief.objective}</p>
            <Facts
              facts={[
                [text.facts.benchmark, brief.benchmark],
                [text.facts.assets, formatCompact(brief.assets)],
                [
                  text.facts.launched,
                  brief.launched === null ? null : dayText(brief.launched, 'numeric'),
                ],
                [text.facts.issuer, brief.issuer],
                [text.facts.custodian, brief.custodian],
                [
                  text.facts.managers,
                  brief.managers
                    .filter(({ until }) => until === null)
                    .map(({ name }) => name)
                    .filter((name) => name !== null)
                    .join(', '),
                ],
              ]}
            />
          </>
        )}
      </SectionStates>
    </Block>
  )
}

function Performance({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const state = useSection(symbol, 'fund-performance')
  const until = state.phase === 'ready' ? (state.value?.endDate ?? null) : null
  return (
    <Block
      title={text.performance}
      note={until === null ? null : text.performanceUntil(dayText(until))}
    >
      <SectionStates state={state} rows={2}>
        {({ returns }) => (
          <Facts
            facts={returns.map(({ span, percent }) => [
              text.spans[span],
              `${formatDecimal(percent, 2, 2, true)}%`,
            ])}
          />
        )}
      </SectionStates>
    </Block>
  )
}

const ASSET_TONES = {
  stock: 'up',
  bond: 'accent',
  cash: 'neutral',
  preferred: 'up-2',
  convertible: 'up-3',
  other: 'down-3',
} as const

function Allocation({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const state = useSection(symbol, 'fund-allocation')
  return (
    <Block title={text.allocation}>
      <SectionStates state={state} rows={2}>
        {([newest]) => (
          <ShareBar
            label={text.allocation}
            parts={(newest?.parts ?? []).flatMap(({ asset, percent }) =>
              percent === null
                ? []
                : [
                    {
                      id: asset,
                      label: text.allocationNames[asset],
                      value: percent,
                      text: `${formatQuantity(percent)}%`,
                      tone: ASSET_TONES[asset],
                    },
                  ],
            )}
          />
        )}
      </SectionStates>
    </Block>
  )
}

/** Formats a price of analysts with its currency. */
export const targetText = (
  value: Parameters<typeof formatStockPrice>[0],
  currency: string | null,
): string => (currency === null ? formatStockPrice(value) : formatMoney(value, currency))
