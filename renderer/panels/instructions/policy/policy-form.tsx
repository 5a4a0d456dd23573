import { useState, useId } from 'react'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { AutoApproveRules } from './auto-approve-rules.js'
import {
  AMOUNTS,
  BOUNDS,
  COUNTS,
  draftOf,
  OPTIONAL,
  policyOf,
  problemsOf,
  type PolicyDraft,
  type Typed,
} from './policy-draft.js'
import { PolicyScope } from './policy-scope.js'
import { useRequest } from '../../../ui/use-request.js'
import { TOOLSETS } from '../../../../shared/domain/instructions/toolset.js'

const HOURS = ['regular', 'extended', 'any'] as const

/**
 * Scope and limits of one assistant. Main enforces them; a change withdraws the assistant's pending
 * instructions.
 */
export function PolicyForm({ connection }: { readonly connection: ConnectionView }) {
  const messages = usePanelText().instructions.policy
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const [draft, setDraft] = useState<PolicyDraft | null>(null)
  const current = draft ?? draftOf(connection.policy)
  const problems = problemsOf(current)
  const policy = policyOf(current)
  const change = (part: Partial<PolicyDraft>): void => setDraft({ ...current, ...part })
  const save = (made: Policy): void =>
    void request('assistants.policy', { id: connection.id, policy: made }).then((done) => {
      if (done === null) return
      setDraft(null)
      toast(
        toasts,
        'good',
        inPanelText(({ instructions }) => instructions.policy.saved),
      )
    })
  return (
    <form
      className="policy"
      onSubmit={(event) => {
        event.preventDefault()
        if (policy !== null && draft !== null && !busy) save(policy)
      }}
    >
      {/* For the hosted server, the person sets the allowed tools at the broker. */}
      {connection.hosted === undefined && (
        <PolicyToolsets toolsets={current.toolsets} onChange={(toolsets) => change({ toolsets })} />
      )}
      <PolicyScope
        isPracticeOnly={connection.shadow}
        draft={current}
        problem={problems.has('symbols') ? messages.symbolsProblem : null}
        onChange={change}
      />
      <PolicyLimits draft={current} problems={problems} onChange={change} />
      <AutoApproveRules
        rules={current.allow}
        practice={connection.shadow}
        onChange={(allow) => change({ allow })}
      />
      {draft !== null && (
        <PolicyFoot
          toolsetsMissing={problems.has('toolsets')}
          canSave={policy !== null && !busy}
          onUndo={() => setDraft(null)}
        />
      )}
    </form>
  )
}

interface LimitsProps {
  readonly draft: PolicyDraft
  readonly problems: ReturnType<typeof problemsOf>
  readonly onChange: (part: Partial<PolicyDraft>) => void
}

/** The limits on amounts, on the number of requests, and on the session. */
function PolicyLimits(props: LimitsProps) {
  const messages = usePanelText().instructions.policy
  const { draft, onChange } = props
  return (
    <>
      <fieldset>
        <legend>{messages.money}</legend>
        <div className="policy-grid">
          {[...AMOUNTS, 'maxQuantity' as const].map((name) => (
            <LimitField key={name} {...props} name={name} problem={messages.amountProblem} />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{messages.pace}</legend>
        <div className="policy-grid">
          {COUNTS.map((name) => (
            <LimitField
              key={name}
              {...props}
              name={name}
              problem={messages.integerProblem(...BOUNDS[name])}
            />
          ))}
          <Field label={messages.hours}>
            {(wiring) => (
              <Select
                {...wiring}
                value={draft.hours}
                options={HOURS.map((value) => ({ value, label: messages.hoursOf[value] }))}
                onValue={(hours) => onChange({ hours })}
              />
            )}
          </Field>
        </div>
      </fieldset>
    </>
  )
}

function LimitField({
  draft,
  problems,
  onChange,
  name,
  problem,
}: LimitsProps & { readonly name: Typed; readonly problem: string }) {
  const messages = usePanelText().instructions.policy
  return (
    <Field label={messages[name]} problem={problems.has(name) ? problem : null}>
      {(wiring) => (
        <TextInput
          {...wiring}
          className="num"
          inputMode="decimal"
          data-testid={`policy-${name}`}
          placeholder={OPTIONAL.has(name) ? messages.noLimit : ''}
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

/** Saves or drops the changes; shown while there are any. */
function PolicyFoot({
  toolsetsMissing,
  canSave,
  onUndo,
}: {
  readonly toolsetsMissing: boolean
  readonly canSave: boolean
  readonly onUndo: () => void
}) {
  const messages = usePanelText().instructions.policy
  return (
    <div className="policy-foot">
      {toolsetsMissing ? (
        <span className="field-problem grow" role="alert">
          {messages.toolsetsProblem}
        </span>
      ) : (
        <span className="dim grow">{messages.withdraws}</span>
      )}
      <Button variant="quiet" onClick={onUndo}>
        {messages.undo}
      </Button>
      <Button type="submit" variant="primary" disabled={!canSave}>
        {messages.save}
      </Button>
    </div>
  )
}

interface PolicyToolsetsProps {
  readonly toolsets: Policy['toolsets']
  readonly onChange: (toolsets: Policy['toolsets']) => void
}

/**
 * The toolsets of an assistant. Tools of other toolsets are not listed to it, and calling them is
 * refused.
 */
function PolicyToolsets({ toolsets, onChange }: PolicyToolsetsProps) {
  const messages = usePanelText().instructions.policy
  const id = useId()
  return (
    <fieldset>
      <legend>{messages.toolsets}</legend>
      {TOOLSETS.map((toolset) => (
        <div key={toolset} className="toolset">
          <label className="choice flush">
            <input
              type="checkbox"
              checked={toolsets.includes(toolset)}
              aria-describedby={`${id}-${toolset}`}
              onChange={(event) =>
                onChange(
                  TOOLSETS.filter((candidate) =>
                    candidate === toolset ? event.target.checked : toolsets.includes(candidate),
                  ),
                )
              }
            />
            {messages.toolsetOf[toolset].name}
          </label>
          <span id={`${id}-${toolset}`} className="toolset-about dim">
            {messages.toolsetOf[toolset].about}
          </span>
        </div>
      ))}
      <p className="dim">{messages.toolsetsNote}</p>
    </fieldset>
  )
}
