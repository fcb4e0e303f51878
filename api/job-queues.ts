/** How many jobs of each queue a process runs at once. */
export const queues = {
  platform: 4,
  /** Jobs that wait for the systems of one lot, each for many minutes: however slow these are, the jobs of everyone else go on. */
  imports: 2,
} as const

export type Queue = keyof typeof queues

export interface TaskRules {
  queue: Queue
  /** A job that has run for longer is stuck. */
  longest_minutes: number
  /** Whether the product is not ready while a job of this task is late or stuck. Never that of a single lot. */
  counts_for_readiness: boolean
}

const usual: TaskRules = { queue: 'platform', longest_minutes: 15, counts_for_readiness: true }

/** The tasks with other rules than the usual ones. */
const others = {
  import_residents: { ...usual, queue: 'imports', longest_minutes: 60, counts_for_readiness: false },
} as const satisfies Record<string, TaskRules>

export const rulesOfTask = (task: string): TaskRules =>
  Object.entries(others).find(([name]) => name === task)?.[1] ?? usual

/** The tasks whose late jobs say nothing about the product. */
export const tasksBesideReadiness: readonly string[] = Object.entries(others).flatMap(([name, rules]) =>
  rules.counts_for_readiness ? [] : [name],
)

/** The longest run of the tasks that differ from the usual one, in minutes. */
export const longestMinutes: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(others).map(([name, { longest_minutes }]) => [name, longest_minutes]),
)

export const usualLongestMinutes: number = usual.longest_minutes
