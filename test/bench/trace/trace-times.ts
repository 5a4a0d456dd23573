/** One event of a trace in the Chromium format. Times are in microseconds. */
export interface TraceEvent {
  readonly ph: string
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread during the event. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

export interface SelfTimes {
  readonly threads: readonly {
    /** Process and thread. */
    readonly name: string
    /** Processor time in microseconds. */
    readonly total: number
    readonly top: readonly {
      readonly cause: string
      readonly total: number
      readonly count: number
    }[]
  }[]
}

interface Open {
  readonly end: number
  readonly name: string
  inner: number
  readonly time: number
}

/** The threads that spent less are not listed, in microseconds. */
const LEAST = 20_000

/**
 * Returns for each thread its processor time, and by name of the event the part that was spent in
 * the event itself, not in events inside it.
 */
export function selfTimes(events: readonly TraceEvent[]): SelfTimes {
  const names = namesOf(events)
  const threads = new Map<string, TraceEvent[]>()
  for (const event of events) {
    if (event.ph !== 'X') continue
    const key = `${event.pid}:${event.tid}`
    const list = threads.get(key)
    if (list === undefined) threads.set(key, [event])
    else list.push(event)
  }
  return {
    threads: [...threads]
      .map(([key, list]) => ({ name: names.get(key) ?? key, ...timesOf(list) }))
      .filter(({ total }) => total >= LEAST)
      .toSorted((a, b) => b.total - a.total),
  }
}

/** A task of a thread's event loop, which Chromium traces in the category `toplevel`. */
const TASK = /RunTask$/

/**
 * Returns the longest task of each thread in microseconds of processor time, which a busy machine
 * does not lengthen. Threads of one name in several processes count as one.
 */
export function longestTasks(events: readonly TraceEvent[]): ReadonlyMap<string, number> {
  const names = namesOf(events)
  const longest = new Map<string, number>()
  for (const { ph, name, pid, tid, tdur } of events) {
    const thread = names.get(`${pid}:${tid}`)
    if (ph !== 'X' || tdur === undefined || thread === undefined || !TASK.test(name)) continue
    longest.set(thread, Math.max(longest.get(thread) ?? 0, tdur))
  }
  return longest
}

function timesOf(events: readonly TraceEvent[]) {
  const causes = new Map<string, { total: number; count: number }>()
  const open: Open[] = []
  let total = 0
  const close = (event: Open): void => {
    const cause = causes.get(event.name) ?? { total: 0, count: 0 }
    cause.total += Math.max(0, event.time - event.inner)
    cause.count += 1
    causes.set(event.name, cause)
    const outer = open.at(-1)
    if (outer === undefined) total += event.time
    else outer.inner += event.time
  }
  const closeUntil = (time: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= time; last = open.at(-1)) {
      open.pop()
      close(last)
    }
  }
  const ordered = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  for (const event of ordered) {
    closeUntil(event.ts)
    open.push({
      end: event.ts + (event.dur ?? 0),
      name: event.name,
      inner: 0,
      time: event.tdur ?? event.dur ?? 0,
    })
  }
  closeUntil(Number.POSITIVE_INFINITY)
  return {
    total,
    top: [...causes]
      .map(([cause, times]) => ({ cause, ...times }))
      .toSorted((a, b) => b.total - a.total),
  }
}

function namesOf(events: readonly TraceEvent[]): ReadonlyMap<string, string> {
  const processes = new Map<number, string>()
  const threads = new Map<string, string>()
  for (const { ph, name, pid, tid, args } of events) {
    if (ph !== 'M' || args?.name === undefined) continue
    if (name === 'process_name') processes.set(pid, args.name)
    if (name === 'thread_name') threads.set(`${pid}:${tid}`, args.name)
  }
  return new Map(
    [...threads].map(([key, thread]) => [
      key,
      `${processes.get(Number(key.split(':')[0])) ?? ''} ${thread}`.trim(),
    ]),
  )
}
