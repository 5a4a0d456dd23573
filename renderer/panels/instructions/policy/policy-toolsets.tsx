import { useId } from 'react'
import { TOOLSETS } from '../../../../shared/domain/instructions/toolset.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { useText } from '../../../language/window-text.js'

export interface PolicyToolsetsProps {
  readonly toolsets: Policy['toolsets']
  readonly onChange: (toolsets: Policy['toolsets']) => void
}

/**
 * The toolsets of an assistant. Tools of other toolsets are not listed to it, and calling them is
 * refused.
 */
export function PolicyToolsets({ toolsets, onChange }: PolicyToolsetsProps) {
  const messages = useText().instructions.policy
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
