import { systemClock } from '../../adapters/clock.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import type { SenderRegistry } from './sender-registry.js'
import { WindowPresses } from './window-presses.js'

/** Records the presses on every window from the start, by the person's settings. */
export function connectPresses(
  senders: SenderRegistry,
  preferences: { get(): Pick<Preferences, 'assistiveApproval' | 'keyBindings'> },
): WindowPresses {
  const presses = new WindowPresses({
    clock: systemClock,
    assistive: () => preferences.get().assistiveApproval,
    keyBindings: () => preferences.get().keyBindings,
  })
  senders.onInput(({ sender, input }) => {
    if (input === null) presses.forget(sender)
    else presses.observe(sender, input)
  })
  return presses
}
