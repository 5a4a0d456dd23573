import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Problem } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

/** Removes a profile after stating what is deleted and what is kept. */
export function RemoveProfile({
  view,
  onClose,
  onRemoved,
}: {
  readonly view: ProfileView
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const messages = useText().profiles
  const { request, busy, problem } = useRequest()
  return (
    <div className="profile-form">
      <h3>{messages.removeTitle(view.profile.name)}</h3>
      <ul className="bullets">
        {messages.removeLoses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <Problem message={problem} />
      <div className="row-end">
        <Button onClick={onClose}>{messages.removeCancel}</Button>
        <Button
          variant="danger primary"
          disabled={busy}
          onClick={() =>
            void request('profiles.remove', { id: view.profile.id }).then((done) => {
              if (done !== null) onRemoved()
            })
          }
        >
          {messages.removeDo}
        </Button>
      </div>
    </div>
  )
}
