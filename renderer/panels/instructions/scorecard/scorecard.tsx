import { ClipboardCopy, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import './scorecard.css'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import {
  type Scorecard as Card,
  SCORE_COUNTS,
  type ScoreCount,
} from '../../../../shared/domain/instructions/scorecard.js'
import { formatRatio } from '../../../format/decimal.js'
import { ownMoney } from '../../../format/own.js'
import { dayStamp, formatAge } from '../../../format/time.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { Empty, Skeleton } from '../../../ui/states.js'
import { scorecardCsv } from './scorecard-csv.js'
import { Amount, Comparison, ByDay, Changes, LeftOpen, Reasons } from './scorecard-tables.js'
import { useCopy } from '../../../ui/use-copy.js'
import { useScorecards } from './use-scorecards.js'
import { explainByTab } from '../../../ui/hints/hint.js'

const NONE: readonly ConnectionView[] = []
/** Counts that are always shown; the others only when they are not zero. */
const ALWAYS: ReadonlySet<ScoreCount> = new Set([
  'asked',
  'countersigned',
  'declined',
  'sent',
  'filled',
])

/** The report card of one assistant, compared with the others. */
export function Scorecard({ connection }: { readonly connection: ConnectionView }) {
  const messages = usePanelText().scorecard
  const { assistants, session } = useMainWindow()
  const everyone = useSlice(assistants, (state) => state.value?.connections ?? NONE)
  const live = useSlice(
    session,
    (state) => state.value !== null && state.value.environment !== 'practice',
  )
  const { cards, failed } = useScorecards(
    everyone
      .filter((other) => other.state !== 'revoked' || other.id === connection.id)
      .map((other) => other.id),
  )
  const card = cards.get(connection.id)
  if (card === undefined) {
    return failed ? <Empty icon={ScrollText} title={messages.failed} /> : <Skeleton />
  }
  const comparable = [...cards.values()]
  const isPracticeOnly = live && connection.shadow
  return (
    <section className="score" aria-label={messages.label(connection.name)} data-testid="scorecard">
      {isPracticeOnly && (
        <p className="note" data-testid="score-practice">
          {messages.practice}
        </p>
      )}
      {card.since === null && card.total.refused === 0 ? (
        <Empty icon={ScrollText} title={messages.empty} hint={messages.emptyHint} />
      ) : (
        <ScorecardContent card={card} />
      )}
      {comparable.length > 1 && <Comparison cards={comparable} current={connection.id} />}
      {isPracticeOnly && <p className="dim">{messages.promote}</p>}
      <p className="dim">
        {messages.paired} {dayStamp(connection.createdAt)}
        {connection.firstSeenAt !== null &&
          ` · ${messages.firstSeen} ${dayStamp(connection.firstSeenAt)}`}
      </p>
    </section>
  )
}

function ScorecardContent({ card }: { readonly card: Card }) {
  const messages = usePanelText().scorecard
  const copy = useCopy(inPanelText((text) => text.scorecard.copied))
  return (
    <>
      <Figures card={card} />
      <dl className="facts flush score-counts">
        {SCORE_COUNTS.filter((name) => ALWAYS.has(name) || card.total[name] > 0).map((name) => (
          <div key={name} className="fact" data-count={name}>
            <dt>{messages.counts[name]}</dt>
            <dd className="tnum">{card.total[name]}</dd>
          </div>
        ))}
      </dl>
      {card.open.length > 0 && <LeftOpen open={card.open} />}
      <ByDay days={card.days} />
      {card.reasons.length > 0 && <Reasons reasons={card.reasons} />}
      {card.changes.length > 0 && <Changes changes={card.changes} />}
      <div>
        <Button size="small" icon={ClipboardCopy} onClick={() => copy(scorecardCsv(card))}>
          {messages.copy}
        </Button>
      </div>
    </>
  )
}

/** The key figures of a report card. */
function Figures({ card }: { readonly card: Card }) {
  const messages = usePanelText().scorecard
  const { total, decided } = card
  const { figures, hints } = messages
  const figure = (name: keyof typeof figures, value: ReactNode, hint?: string) => (
    <div className="fact" data-figure={name} {...explainByTab(hint)}>
      <dt>{figures[name]}</dt>
      <dd className="tnum">{value}</dd>
    </div>
  )
  return (
    <dl className="facts flush score-figures">
      {figure('net', <Amount value={card.net} />, hints.net)}
      {figure('realised', <Amount value={total.realised} />, hints.realised)}
      {figure('open', <Amount value={card.openPnl} />, hints.open)}
      {figure('fees', ownMoney(total.fees, 'USD'))}
      {figure('traded', ownMoney(total.traded, 'USD'))}
      {card.winRate !== null &&
        figure(
          'winRate',
          messages.won(formatRatio(card.winRate, false), card.wins, card.losses),
          hints.winRate,
        )}
      {card.averageWin !== null && figure('averageWin', <Amount value={card.averageWin} />)}
      {card.averageLoss !== null && figure('averageLoss', <Amount value={card.averageLoss} />)}
      {figure('drawdown', ownMoney(card.drawdown, 'USD'), hints.drawdown)}
      {figure(
        'slippage',
        <Amount value={total.slippage} />,
        total.unpriced === 0
          ? hints.slippage
          : `${hints.slippage}; ${hints.unpriced(total.unpriced)}`,
      )}
      {decided !== null &&
        figure(
          'decided',
          formatAge(decided.medianMs),
          hints.decided(formatAge(decided.medianMs), formatAge(decided.longestMs)),
        )}
    </dl>
  )
}
