import { type ClientRequest, request as send } from 'node:http'
import { request as sendSecurely } from 'node:https'

/** A server of the API that became unreachable or is back. */
export interface ServerChange {
  base: string
  is_lost: boolean
  /** It refuses connections, or it takes them and does not answer. */
  reason: 'unreachable' | 'silent'
}

/** How long the relay waits, in milliseconds. */
export interface Patience {
  /** Until a server begins to answer a call. It can be busy with it, or wait for a vendor. */
  answer_ms: number
  /** Until a server that has not begun to answer is asked whether it answers at all. */
  suspect_ms: number
  /** Until it has answered that. It is asked twice. */
  probe_ms: number
  /** Between two questions. */
  again_ms: number
}

export const usualPatience: Patience = {
  answer_ms: 90_000,
  suspect_ms: 3_000,
  probe_ms: 2_000,
  again_ms: 1_000,
}

/** A server of the API. */
export interface Target {
  url: URL
  /** Its calls and streams in work. */
  in_work: Set<ClientRequest>
  is_lost: boolean
  is_suspected: boolean
}

export const forwardTo = ({ url }: Pick<Target, 'url'>): typeof send =>
  url.protocol === 'https:' ? sendSecurely : send

/** The servers of the API, of which those that are lost are left out until they are ready again. */
export interface Servers {
  /** Returns the best server that was not tried; a lost one only if all are. */
  pick(tried: ReadonlySet<Target>): Target | undefined
  /** Leaves out a server that can't be connected to. */
  lose(target: Target): void
  /** Asks a server that has not begun to answer a call whether it answers at all. If not, it is lost, and all its calls are broken off. */
  suspect(target: Target): void
}

export function watchServers(
  bases: readonly string[],
  patience: Pick<Patience, 'probe_ms' | 'again_ms'>,
  onChange: (change: ServerChange) => void,
): Servers {
  const targets = bases.map(
    (base): Target => ({ url: new URL(base), in_work: new Set(), is_lost: false, is_suspected: false }),
  )
  let turn = 0

  function lose(target: Target, reason: ServerChange['reason']): void {
    if (target.is_lost) return
    target.is_lost = true
    onChange({ base: target.url.href, is_lost: true, reason })
    const timer = setInterval(
      () =>
        void answers(target, 'ready', patience.again_ms).then((is_ready) => {
          if (!is_ready || !target.is_lost) return
          clearInterval(timer)
          target.is_lost = false
          onChange({ base: target.url.href, is_lost: false, reason })
        }),
      patience.again_ms,
    )
    timer.unref()
  }

  async function ask(target: Target): Promise<void> {
    for (let times = 0; times < 2; times++) {
      if (times > 0) await new Promise((resume) => setTimeout(resume, patience.again_ms).unref())
      if (await answers(target, 'live', patience.probe_ms)) return
    }
    lose(target, 'silent')
    for (const call of target.in_work) call.destroy()
  }

  return {
    pick(tried) {
      turn++
      const left = targets.filter((target) => !tried.has(target))
      const known = left.filter(({ is_lost }) => !is_lost)
      const open = known.length > 0 || tried.size > 0 ? known : left
      const from = turn % (open.length || 1)
      return [...open.slice(from), ...open.slice(0, from)].toSorted(
        (a, b) => a.in_work.size - b.in_work.size,
      )[0]
    },
    lose: (target) => lose(target, 'unreachable'),
    suspect(target) {
      if (target.is_suspected || target.is_lost) return
      target.is_suspected = true
      void ask(target).finally(() => {
        target.is_suspected = false
      })
    },
  }
}

/** Whether a server answers at all (`live`), or has started and serves (`ready`). */
const answers = (target: Target, check: 'live' | 'ready', timeout: number): Promise<boolean> =>
  new Promise((done) => {
    const asked = forwardTo(target)(
      new URL(`/api/health/${check}`, target.url),
      // A connection of its own: others may be full of calls that wait.
      { agent: false, timeout },
      (answer) => {
        answer.resume()
        done(answer.statusCode === 200)
      },
    )
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => done(false))
    asked.end()
  })
