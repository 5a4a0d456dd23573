import { Check, CircleAlert, LoaderCircle, Minus } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { ENVIRONMENT_WORDS } from '../../../shared/domain/environment.js'
import type { SwitchView } from '../../../shared/ipc/profiles.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { switchTo } from './switching.js'

const ICONS = { waiting: Minus, running: LoaderCircle, done: Check, failed: CircleAlert } as const

/**
 * A switch as it happens. It covers the desk: what is on it belongs to a session that is ending.
 */
export function SwitchCover() {
  const desk = useDesk()
  const switching = useSlice(desk.above, (state) => state.value?.switching ?? null)
  const overlay = useSlice(desk.layout, (state) => state.overlay)
  return switching === null || overlay === 'profiles' || overlay === 'arm' ? null : (
    <Steps switching={switching} />
  )
}

function Steps({ switching }: { readonly switching: SwitchView }) {
  const desk = useDesk()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.focus(), [])
  const words = text.profiles.switching
  const failed = switching.steps.some((step) => step.step === 'build' && step.state === 'failed')
  return (
    <div
      className="cover"
      data-environment={switching.to.environment}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div
        ref={box}
        className="cover-card"
        role="dialog"
        aria-modal
        aria-label={words.title(switching.to.name)}
        tabIndex={-1}
      >
        <span className="env">{ENVIRONMENT_WORDS[switching.to.environment]}</span>
        <h2>{words.title(switching.to.name)}</h2>
        <ol className="cover-steps" aria-live="polite">
          {switching.steps.map(({ step, state, detail }) => {
            const Icon = ICONS[state]
            return (
              <li key={step} data-state={state} data-testid={`switch-${step}`}>
                <Icon size={14} aria-hidden />
                <span>{words.steps[step]}</span>
                <span className="dim">{detail ?? words.states[state]}</span>
              </li>
            )
          })}
        </ol>
        {failed && (
          <div className="stack">
            <p>{words.failed}</p>
            <div className="row-end">
              <Button onClick={() => showOverlay(desk.layout, 'profiles', switching.to.id)}>
                {words.back}
              </Button>
              <Button look="primary" onClick={() => switchTo(desk, switching.to)}>
                {words.retry}
              </Button>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
