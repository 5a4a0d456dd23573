import { Bot, CirclePlay, OctagonX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { sessionAt } from '../../../shared/domain/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ENVIRONMENT_WORDS } from '../../../shared/domain/environment.js'
import type { ChannelHealth } from '../../../shared/ipc/views.js'
import { formatMoney } from '../../format/decimal.js'
import { exchangeTime, formatAge, timeHint } from '../../format/time.js'
import { useAllRows, useDesk, useSlice } from '../../stores/context.js'
import { openPanel, showOverlay } from '../../stores/layout.js'
import { stopAssistants } from '../../stores/stop-assistants.js'
import { text } from '../../text/en.js'
import { useEvery } from '../../ui/every.js'
import { Signed } from '../../ui/signed.js'
import { haltTrading } from '../halt.js'

const NONE: readonly ChannelHealth[] = []

/** The bottom line: where you are, what you can spend, and how fresh everything is. */
export function StatusBar() {
  const desk = useDesk()
  const environment = useSlice(desk.above, (state) => state.value?.current?.environment ?? null)
  const account = useSlice(
    desk.session,
    (state) =>
      state.value?.accounts.find((each) => each.accountId === state.value?.selectedAccount) ?? null,
  )
  const halted = useSlice(desk.session, (state) => state.value?.trading === 'halted')
  return (
    <footer className="statusbar" data-region="status" data-environment={environment}>
      {/* What does not fit goes, whole, from the end; what stops trading is always there. */}
      <div className="status-facts">
        {environment !== null && (
          <span className="status-item env-word">{ENVIRONMENT_WORDS[environment]}</span>
        )}
        {account !== null && (
          <span className="status-item tnum" title={account.label}>
            {account.accountNumber}
          </span>
        )}
        {environment === null && <span className="status-item">{text.app.starting}</span>}
        <Money />
        <span className="spring" />
        <Channels />
        <Clock />
      </div>
      <div className="status-acts">
        <Pending />
        {environment !== null && <StopSwitch />}
        {environment !== null && <HaltSwitch halted={halted} />}
      </div>
    </footer>
  )
}

/** What waits for the person's countersignature, from any panel. Absent while nothing does. */
function Pending() {
  const { instructions, layout } = useDesk()
  const count = useAllRows(instructions, 250).filter((row) => row.status === 'PENDING').length
  if (count === 0) return null
  return (
    <button
      type="button"
      className="status-item status-button pending-badge"
      data-testid="pending"
      title={text.instructions.badgeHint}
      onClick={() => openPanel(layout, 'instructions')}
    >
      <Bot size={12} aria-hidden />
      {text.instructions.badge(count)}
    </button>
  )
}

/**
 * The kill switch for assistants, while one is paired: one press acts at once; afterwards it leads
 * to what is left.
 */
function StopSwitch() {
  const desk = useDesk()
  const paired = useSlice(
    desk.assistants,
    (state) => state.value?.connections.some((each) => each.state !== 'revoked') ?? false,
  )
  const halted = useSlice(desk.assistants, (state) => (state.value?.halt ?? null) !== null)
  const words = text.instructions.kill
  if (halted) {
    return (
      <button
        type="button"
        className="status-item status-button halted"
        data-testid="assistants-halted"
        onClick={() => showOverlay(desk.layout, 'kill')}
      >
        <Bot size={12} aria-hidden />
        {words.halted}
      </button>
    )
  }
  return paired ? (
    <button
      type="button"
      className="status-item status-button"
      data-testid="stop-assistants"
      title={words.nowHint}
      onClick={() => void stopAssistants(desk)}
    >
      <Bot size={12} aria-hidden />
      {words.now}
    </button>
  ) : null
}

/** One press stops all sending. Resuming asks first. */
function HaltSwitch({ halted }: { readonly halted: boolean }) {
  const desk = useDesk()
  return halted ? (
    <button
      type="button"
      className="status-item status-button halted"
      data-testid="resume"
      onClick={() => showOverlay(desk.layout, 'resume')}
    >
      <CirclePlay size={12} aria-hidden />
      {text.halt.resumeCommand}
    </button>
  ) : (
    <button
      type="button"
      className="status-item status-button"
      data-testid="halt"
      title={text.halt.explained}
      onClick={() => void haltTrading(desk)}
    >
      <OctagonX size={12} aria-hidden />
      {text.halt.command}
    </button>
  )
}

function Money() {
  const desk = useDesk()
  const { value: balance } = useSlice(desk.balance, (state) => state)
  if (balance === null) return null
  const main =
    balance.currencies.find((each) => each.currency === balance.currency) ?? balance.currencies[0]
  return (
    <>
      <span className="status-item">
        <span className="label">{text.status.buyingPower}</span>
        <strong className="tnum">{formatMoney(main?.buyingPower, balance.currency)}</strong>
      </span>
      <span className="status-item">
        <span className="label">{text.status.dayPnl}</span>
        <Signed value={balance.dayPnl}>
          {formatMoney(balance.dayPnl, balance.currency, true)}
        </Signed>
      </span>
      <span className="status-item status-wide">
        <span className="label">{text.status.netLiquidation}</span>
        <strong className="tnum">{formatMoney(balance.netLiquidation, balance.currency)}</strong>
      </span>
    </>
  )
}

function Channels() {
  const desk = useDesk()
  useEvery(1_000)
  const channels = useSlice(desk.health, (state) => state.value?.channels ?? NONE)
  const budget = useSlice(desk.health, (state) => state.value?.budget ?? null)
  const now = desk.now()
  return (
    <>
      {channels.map((health) => (
        <span
          key={health.channel}
          className={`status-item health ${health.state}`}
          title={describe(health, now)}
          data-channel={health.channel}
          data-state={health.state}
        >
          {text.status.channels[health.channel]}
          <span className="tnum">
            {health.state === 'live' && health.latencyMs !== null
              ? text.status.latency(Math.round(health.latencyMs).toString())
              : text.status.states[health.state]}
          </span>
          {health.state !== 'live' && health.lastHeardAt !== null && (
            <span className="tnum">{formatAge(now - health.lastHeardAt)}</span>
          )}
        </span>
      ))}
      {budget !== null && (
        <span
          className="status-item status-medium"
          title={`${budget.operation}: ${budget.used} / ${budget.limit} in ${budget.windowSeconds} s`}
        >
          <span className="label">{text.status.budget}</span>
          <span className="tnum">
            {budget.used}/{budget.limit}
          </span>
        </span>
      )}
    </>
  )
}

function describe(health: ChannelHealth, now: number): string {
  const heard =
    health.lastHeardAt === null
      ? text.status.never
      : text.status.heard(formatAge(now - health.lastHeardAt))
  return [
    `${text.status.channels[health.channel]}: ${text.status.states[health.state]}, ${heard}`,
    health.detail,
  ]
    .filter((line) => line !== null)
    .join('\n')
}

/** The exchange's time of day and its session; writes itself once a second. */
function Clock() {
  const { session, now } = useDesk()
  const offset = useSlice(session, (state) => state.value?.exchangeOffsetMs ?? null)
  const clock = useRef<HTMLTimeElement>(null)
  const word = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (offset === null) return undefined
    const paint = (): void => {
      const time = now() + offset
      if (clock.current !== null) {
        clock.current.textContent = exchangeTime(time)
        clock.current.title = timeHint(time)
      }
      if (word.current !== null) {
        word.current.textContent = text.status.session[sessionAt(epochMs(time))]
      }
    }
    paint()
    const timer = setInterval(paint, 1_000)
    return () => clearInterval(timer)
  }, [offset, now])
  if (offset === null) return null
  return (
    <span className="status-item">
      <span ref={word} className="label" />
      <span className="label status-medium">{text.status.clock}</span>
      <time ref={clock} className="tnum" />
    </span>
  )
}
