import type { Ports } from '../../../ports.ts'
import {
  acknowledged,
  type ConfigFault,
  type GateCapabilities,
  type GateDriver,
  type GateReading,
  notSent,
  type TriggerOutcome,
  unknown,
} from './driver.ts'
import type { GateState } from './gate-state.ts'
import {
  checkShelly,
  endHoldCall,
  holdCall,
  isRefusal,
  pulseCall,
  type RpcCall,
  type RpcReply,
  readStatus,
  rejectsToggleAfter,
  type ShellyWiring,
  statusCall,
} from './shelly-rpc.ts'

/** How calls reach the device. A call sends at most one command, never throws, and settles when the signal aborts. */
export interface RpcTransport {
  call(call: RpcCall, signal: AbortSignal): Promise<RpcReply>
  /** Begins to report readings while someone listens, and returns the function that ends it. */
  watch(): () => void
  close(): Promise<void>
}

interface ShellyOptions {
  wiring: ShellyWiring
  transport: RpcTransport
  state: GateState
  response_timeout_ms: number
  ports: Pick<Ports, 'now'>
}

/** What Shelly devices have in common over HTTP and MQTT. */
export function shellyGate({
  wiring,
  transport,
  state,
  response_timeout_ms,
  ports,
}: ShellyOptions): GateDriver {
  let rejects_toggle_after = false

  const send = async (call: RpcCall, signal: AbortSignal): Promise<TriggerOutcome> => {
    const reply = await transport.call(call, signal)
    if (reply.kind === 'RESULT') {
      rejects_toggle_after = false
      return acknowledged(reply.result)
    }
    if (reply.kind !== 'ERROR')
      return (reply.kind === 'NOT_SENT' ? notSent : unknown)(reply.reason, reply.response ?? null)
    const response = { code: reply.code, message: reply.message }
    if (rejectsToggleAfter(call, reply)) {
      // Never replaced by "on, wait, off": if the second command is lost, the contact stays closed.
      rejects_toggle_after = true
      return notSent('misconfigured', response)
    }
    if (reply.code === 401) return notSent('unauthorized', response)
    return isRefusal(reply.code) ? notSent('refused', response) : unknown('bad_response', response)
  }

  const read = async (): Promise<GateReading> => {
    const reply = await transport.call(statusCall(wiring), AbortSignal.timeout(response_timeout_ms))
    return state.update(
      reply.kind === 'RESULT'
        ? { is_reachable: true, ...readStatus(wiring, reply.result) }
        : { is_reachable: reply.kind === 'ERROR' },
    )
  }

  return {
    capabilities: capabilitiesOf(wiring),
    trigger: ({ pulse_ms, signal }) => send(pulseCall(wiring, pulse_ms), signal),
    holdOpen: async ({ until, signal }) => {
      const seconds = (until.getTime() - ports.now().getTime()) / 1000
      if (seconds <= 0) return notSent('expired')
      if (!capabilitiesOf(wiring).holdOpen) return notSent('refused')
      return send(holdCall(wiring, seconds), signal)
    },
    endHoldOpen: async ({ signal }) =>
      capabilitiesOf(wiring).holdOpen ? send(endHoldCall(wiring), signal) : notSent('refused'),
    status: read,
    subscribe: (listener) => {
      const forget = state.subscribe(listener)
      const end = transport.watch()
      return () => {
        forget()
        end()
      }
    },
    checkConfig: async () => {
      const faults: ConfigFault[] = await checkShelly(wiring, (call) =>
        transport.call(call, AbortSignal.timeout(response_timeout_ms)),
      )
      if (rejects_toggle_after)
        faults.push({ code: 'toggle_after_rejected', detail: 'Update the firmware of the device.' })
      return faults
    },
    close: () => transport.close(),
  }
}

const capabilitiesOf = (wiring: ShellyWiring): GateCapabilities => ({
  position: wiring.kind === 'COVER' || wiring.sensor !== null,
  holdOpen: wiring.kind === 'COVER' || wiring.can_latch,
  obstruction: wiring.kind === 'COVER',
  acknowledgment: true,
})
