import type { InputOf } from '../../bridge/client.js'
import { useMainWindow } from '../../stores/context.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Problem } from '../../ui/field.js'
import { RegisteredAddress } from '../profiles/redirect-form.js'
import { useRequest } from '../../ui/use-request.js'
import type { GuideProps } from './guide-props.js'

const WAYS = ['key', 'connect', 'both'] as const
const LINKS = [
  'broker-site',
  'broker-key-guide',
  'broker-connect-guide',
] as const satisfies InputOf<'app.open-link'>['link'][]

/** What to create at the broker and where, for the chosen way of access. */
export function RegisterPage({ guide }: { readonly guide: GuideProps }) {
  const messages = usePanelText().connect
  const { target, access, busy, problem } = guide
  const steps = messages.create[target.environment]
  const next = async (): Promise<void> => {
    if ((await guide.ensure()) !== null) guide.go('enter')
  }
  return (
    <>
      <div className="connect-body">
        <p>{messages.intro[target.environment]}</p>
        <Ways guide={guide} />
        <section aria-label={messages.create.title}>
          <h3>{messages.create.title}</h3>
          <ol className="numbered">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {access !== 'key' && <ConnectAddress guide={guide} />}
          <Links withConnect={access !== 'key'} />
        </section>
        <Problem message={problem} />
      </div>
      <div className="connect-foot row-end">
        <Button
          variant="primary"
          data-autofocus
          disabled={busy || access === 'institution'}
          onClick={() => void next()}
        >
          {messages.continue}
        </Button>
      </div>
    </>
  )
}

/** The ways of access, each with the advice when to choose it. */
function Ways({ guide: { access, choose } }: { readonly guide: GuideProps }) {
  const messages = usePanelText().connect
  return (
    <fieldset className="connect-ways">
      <legend>{messages.way}</legend>
      {WAYS.map((way) => (
        <label key={way} className="connect-way" data-chosen={way === access}>
          <input
            type="radio"
            name="connect-way"
            checked={way === access}
            onChange={() => choose(way)}
          />
          <strong>{messages.ways[way].title}</strong>
          <span className="dim">{messages.ways[way].advice}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The exact redirect address to register, and whether its port is free. */
function ConnectAddress({ guide: { view, setView } }: { readonly guide: GuideProps }) {
  const messages = usePanelText().connect
  const { request } = useRequest()
  if (view?.redirect == null) return null
  const { id } = view.profile
  const apply = (next: typeof view | null): void => {
    if (next !== null) setView(next)
  }
  return (
    <div className="stack">
      <p>{messages.create.connect}</p>
      <RegisteredAddress
        redirect={view.redirect}
        onChange={(change) => void request('profiles.change', { id, change }).then(apply)}
        onCheck={() => void request('profiles.get', { id }).then(apply)}
      />
    </div>
  )
}

function Links({ withConnect }: { readonly withConnect: boolean }) {
  const messages = usePanelText().connect
  const { invoke } = useMainWindow()
  return (
    <p className="row-wrap">
      {LINKS.filter((link) => withConnect || link !== 'broker-connect-guide').map((link) => (
        <Button key={link} size="small" onClick={() => void invoke('app.open-link', { link })}>
          {messages.links[link]}
        </Button>
      ))}
    </p>
  )
}
