/**
 * Variables by which libraries write what they send to the standard error output. The market
 * stream sends the application's key (SEC-29).
 */
const OUTPUT_VARIABLES = [
  'DEBUG',
  'GRPC_TRACE',
  'GRPC_NODE_TRACE',
  'GRPC_VERBOSITY',
  'GRPC_NODE_VERBOSITY',
] as const

/** Removes the variables from the environment; libraries read them when they are loaded. */
export function silenceLibraries(environment: NodeJS.ProcessEnv): void {
  for (const name of OUTPUT_VARIABLES) Reflect.deleteProperty(environment, name)
}
