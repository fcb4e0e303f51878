import { loadavg } from 'node:os'
import { type MeasuredImport, type Round, stages } from './import-beside-bookings.ts'

/** What an import may take: memory of a process beyond what it had before, and of the bookings meanwhile. */
const most = { memory_mb: 300, slowdown: 0.1 }

/** Prints a row for each import, and in the end what missed its target. */
export function reportImports(print: (line: string) => void) {
  const misses: string[] = []
  print(
    `\n${[
      'way',
      'took',
      'worker',
      'API',
      'ms per booking alone and beside',
      'ratio',
      'bookings/s alone and beside',
      'ratio',
      `rounds while ${stages.join(', ').toLowerCase()}`,
      'machine load',
    ].join(' | ')}`,
  )
  return {
    add({ name, alone, during, seconds, memory }: MeasuredImport): void {
      const beside = Object.values(during).flat()
      const delay = [meanOf(alone, 'mean_ms'), meanOf(beside, 'mean_ms')] as const
      const rate = [meanOf(alone, 'per_second'), meanOf(beside, 'per_second')] as const
      const slower = delay[1] / delay[0] - 1
      const fewer = 1 - rate[1] / rate[0]
      print(
        [
          name,
          `${seconds.toFixed(0)} s`,
          ...(['worker', 'product'] as const).map((of) => {
            const { before, after } = memory[of]
            return `${before.rss_mb.toFixed(0)} → ${after.peak_rss_mb.toFixed(0)} MB`
          }),
          `${delay[0].toFixed(1)} ${delay[1].toFixed(1)}`,
          (1 + slower).toFixed(2),
          `${rate[0].toFixed(0)} ${rate[1].toFixed(0)}`,
          (1 - fewer).toFixed(2),
          stages.map((stage) => during[stage]?.length ?? 0).join(' '),
          loadavg()[0]?.toFixed(1),
        ].join(' | '),
      )
      print(
        `  ms per booking: ${[
          `alone ${each(alone)}`,
          ...stages.flatMap((stage) => {
            const rounds = during[stage]
            return rounds === undefined ? [] : `${stage.toLowerCase()} ${each(rounds)}`
          }),
        ].join('; ')}`,
      )
      for (const [of, called] of [
        ['worker', 'the worker'],
        ['product', 'the API'],
      ] as const) {
        const grown = memory[of].after.peak_rss_mb - memory[of].before.rss_mb
        if (grown > most.memory_mb)
          misses.push(
            `${name}: ${called} took ${grown.toFixed(0)} MB more memory; at most ${most.memory_mb} are allowed`,
          )
      }
      if (slower > most.slowdown)
        misses.push(
          `${name}: bookings take ${percent(slower)} longer; at most ${percent(most.slowdown)} are allowed`,
        )
      if (fewer > most.slowdown)
        misses.push(
          `${name}: ${percent(fewer)} fewer bookings; at most ${percent(most.slowdown)} are allowed`,
        )
    },
    end(): number {
      print(
        misses.length === 0
          ? '\nAll targets are met.'
          : `\nMissed:\n${misses.map((miss) => `  ${miss}`).join('\n')}`,
      )
      return misses.length === 0 ? 0 : 1
    },
  }
}

const percent = (part: number) => `${(part * 100).toFixed(0)}%`
const each = (rounds: readonly Round[]) => rounds.map(({ mean_ms }) => mean_ms.toFixed(1)).join(' ')
const meanOf = (rounds: readonly Round[], of: keyof Round) =>
  rounds.reduce((sum, one) => sum + one[of], 0) / Math.max(rounds.length, 1)
