import type { ReactNode } from 'react'
import type { Money } from '../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { Scorecard } from '../../../../shared/domain/instructions/scorecard.js'
import { formatRatio } from '../../../format/decimal.js'
import { ownMoney, ownQuantity } from '../../../format/own.js'
import { formatSymbolPrice } from '../../../format/product-price.js'
import { dayStamp } from '../../../format/time.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Signed } from '../../../ui/signed.js'
import { EnvironmentTag } from '../inbox/inbox.js'
import { explain } from '../../../ui/hints/hint.js'

/** Money with its sign; null is shown as unknown. */
export const Amount = ({ value }: { readonly value: Money | null }) => {
  const messages = usePanelText().scorecard
  return value === null ? (
    <span className="score-unknown" {...explain(messages.unknownHint)}>
      {messages.unknown}
    </span>
  ) : (
    <Signed value={value} tone="pnl">
      {ownMoney(value, 'USD', true)}
    </Signed>
  )
}

function Table({
  title,
  heads,
  children,
}: {
  readonly title: string
  readonly heads: readonly (readonly [string, 'text' | 'number'])[]
  readonly children: ReactNode
}) {
  return (
    <section className="score-part">
      <h4>{title}</h4>
      <div className="score-scroll" tabIndex={0} role="group" aria-label={title}>
        <table className="plain score-table">
          <thead>
            <tr>
              {heads.map(([head, kind]) => (
                <th key={head} scope="col" className={kind === 'number' ? 'num' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}

/** Compares every assistant, practice and live, one row each. */
export function Comparison({
  cards,
  current,
}: {
  readonly cards: readonly Scorecard[]
  readonly current: ConnectionId
}) {
  const messages = usePanelText().scorecard
  const { heads, counts, figures } = messages
  return (
    <Table
      title={messages.comparison}
      heads={[
        [heads.name, 'text'],
        [heads.where, 'text'],
        [counts.asked, 'number'],
        [counts.countersigned, 'number'],
        [counts.filled, 'number'],
        [figures.realised, 'number'],
        [figures.fees, 'number'],
        [figures.net, 'number'],
        [figures.winRate, 'number'],
        [figures.drawdown, 'number'],
      ]}
    >
      {cards.map((card) => (
        <tr key={card.id} aria-current={card.id === current} data-testid={`score-${card.id}`}>
          <td>{card.name}</td>
          <td>
            <EnvironmentTag environment={card.environment} />
          </td>
          <td className="num">{card.total.asked}</td>
          <td className="num">{card.total.countersigned}</td>
          <td className="num">{card.total.filled}</td>
          <td className="num">
            <Amount value={card.total.realised} />
          </td>
          <td className="num">{ownMoney(card.total.fees, 'USD')}</td>
          <td className="num">
            <Amount value={card.net} />
          </td>
          <td className="num">{formatRatio(card.winRate, false)}</td>
          <td className="num">{ownMoney(card.drawdown, 'USD')}</td>
        </tr>
      ))}
    </Table>
  )
}

export const LeftOpen = ({ open }: Pick<Scorecard, 'open'>) => {
  const messages = usePanelText().scorecard
  const { heads } = messages
  return (
    <Table
      title={messages.openTitle}
      heads={[
        [heads.symbol, 'text'],
        [heads.quantity, 'number'],
        [heads.cost, 'number'],
        [heads.last, 'number'],
        [heads.pnl, 'number'],
      ]}
    >
      {open.map((position) => (
        <tr key={`${position.name} ${position.cost as unknown as string}`}>
          <td>{position.name}</td>
          <td className="num">{ownQuantity(position.quantity)}</td>
          <td className="num">{ownMoney(position.cost, 'USD')}</td>
          <td className="num">
            {position.last === null ? (
              <Amount value={null} />
            ) : (
              formatSymbolPrice(position.last, position.symbol)
            )}
          </td>
          <td className="num">
            <Amount value={position.pnl} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

export const ByDay = ({ days }: Pick<Scorecard, 'days'>) => {
  const messages = usePanelText().scorecard
  const { heads, counts, figures } = messages
  return (
    <Table
      title={messages.daysTitle}
      heads={[
        [heads.day, 'text'],
        [counts.asked, 'number'],
        [counts.countersigned, 'number'],
        [counts.declined, 'number'],
        [counts.filled, 'number'],
        [figures.traded, 'number'],
        [figures.fees, 'number'],
        [figures.realised, 'number'],
        [figures.slippage, 'number'],
      ]}
    >
      {days.map((day) => (
        <tr key={day.day}>
          <td className="tnum">{day.day}</td>
          <td className="num">{day.asked}</td>
          <td className="num">{day.countersigned}</td>
          <td className="num">{day.declined}</td>
          <td className="num">{day.filled}</td>
          <td className="num">{ownMoney(day.traded, 'USD')}</td>
          <td className="num">{ownMoney(day.fees, 'USD')}</td>
          <td className="num">
            <Amount value={day.realised} />
          </td>
          <td className="num">
            <Amount value={day.slippage} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

export const Reasons = ({ reasons }: Pick<Scorecard, 'reasons'>) => {
  const messages = usePanelText().scorecard
  const { heads } = messages
  return (
    <Table
      title={messages.reasonsTitle}
      heads={[
        ['', 'text'],
        [heads.reason, 'text'],
        [heads.times, 'number'],
      ]}
    >
      {reasons.map(({ what: reason, text, count }) => (
        <tr key={`${reason} ${text}`}>
          <td>{messages.reasons[reason]}</td>
          <td className="cell-wrap">{text}</td>
          <td className="num">{count}</td>
        </tr>
      ))}
    </Table>
  )
}

export const Changes = ({ changes }: Pick<Scorecard, 'changes'>) => {
  const messages = usePanelText().scorecard
  const { heads } = messages
  return (
    <Table
      title={messages.changesTitle}
      heads={[
        [heads.day, 'text'],
        [heads.order, 'text'],
        [heads.field, 'text'],
        [heads.requested, 'number'],
        [heads.approved, 'number'],
      ]}
    >
      {changes.map(({ at: timestamp, line, field, requested, approved }) => (
        <tr key={`${timestamp} ${line} ${field}`}>
          <td>{dayStamp(timestamp)}</td>
          <td className="cell-wrap">{line}</td>
          <td>{messages.fields[field]}</td>
          <td className="num">{ownQuantity(requested)}</td>
          <td className="num">{ownQuantity(approved)}</td>
        </tr>
      ))}
    </Table>
  )
}
