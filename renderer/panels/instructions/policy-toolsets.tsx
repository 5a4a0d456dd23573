import { useId } from 'react'
import { TOOLS_OF, TOOLSETS } from '../../../shared/domain/toolset.js'
import type { Policy } from '../../../shared/ipc/instructions.js'
import { text } from '../../text/en.js'

const words = text.instructions.policy

export interface PolicyToolsetsProps {
  readonly toolsets: Policy['toolsets']
  readonly onChange: (toolsets: Policy['toolsets']) => void
}

/**
 * Which parts of the tools an assistant has at all: what is left out it does not list, and is
 * refused.
 */
export function PolicyToolsets({ toolsets, onChange }: PolicyToolsetsProps) {
  const id = useId()
  return (
    <fieldset>
      <legend>{words.toolsets}</legend>
      {TOOLSETS.map((each) => (
        <div key={each} className="toolset">
          <label className="choice flush">
            <input
              type="checkbox"
              checked={toolsets.includes(each)}
              aria-describedby={`${id}-${each}`}
              onChange={(event) =>
                onChange(
                  TOOLSETS.filter((one) =>
                    one === each ? event.target.checked : toolsets.includes(one),
                  ),
                )
              }
            />
            {words.toolsetOf[each].name}
          </label>
          <span id={`${id}-${each}`} className="toolset-about dim">
            {words.toolsetOf[each].about(TOOLS_OF[each].length)}
          </span>
        </div>
      ))}
    </fieldset>
  )
}
