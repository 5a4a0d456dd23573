import type { ProfileView } from '../../../shared/ipc/profiles.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { useAsk } from './use-ask.js'

const words = text.profiles

/** Removing says first what is lost and what is not. */
export function RemoveProfile({
  view,
  onClose,
  onRemoved,
}: {
  readonly view: ProfileView
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const { ask, busy, problem } = useAsk()
  return (
    <div className="profile-form">
      <h3>{words.removeTitle(view.profile.name)}</h3>
      <ul className="bullets">
        {words.removeLoses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      {problem !== null && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row-end">
        <Button onClick={onClose}>{words.removeKeep}</Button>
        <Button
          look="danger primary"
          disabled={busy}
          onClick={() =>
            void ask('profiles.remove', { id: view.profile.id }).then((done) => {
              if (done !== null) onRemoved()
            })
          }
        >
          {words.removeDo}
        </Button>
      </div>
    </div>
  )
}
