import { TextInput } from '../../../ui/field.js'

const MAX_PORT_DIGITS = 5

/** Returns whether a typed port may be used: a number from 1024 to 65535. */
export const isPort = (typed: string): boolean =>
  /^\d{4,5}$/.test(typed) &&
  Number.parseInt(typed, 10) >= 1_024 &&
  Number.parseInt(typed, 10) <= 65_535

/** The port of an endpoint. */
export function PortField({
  label,
  typed,
  problemId,
  onTyped,
}: {
  readonly label: string
  readonly typed: string
  /** The id of the element that shows the problem; undefined while there is none. */
  readonly problemId: string | undefined
  readonly onTyped: (typed: string) => void
}) {
  return (
    <label className="endpoint-port">
      {label}
      <TextInput
        className="tnum"
        inputMode="numeric"
        maxLength={MAX_PORT_DIGITS}
        value={typed}
        aria-invalid={!isPort(typed)}
        aria-describedby={problemId}
        onChange={(event) => onTyped(event.target.value)}
      />
    </label>
  )
}

/** The problem of an endpoint, under its line; nothing while there is none. */
export function EndpointProblem({
  id,
  problem,
}: {
  readonly id: string
  readonly problem: string | null
}) {
  return problem === null ? null : (
    <p id={id} className="note bad" role="alert">
      {problem}
    </p>
  )
}
