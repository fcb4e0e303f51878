import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import { maskRecorded } from '@openspot/core/error-monitoring/mask-recorded.ts'
import {
  type ReplayRates,
  type ReplayWishes,
  replayRates,
} from '@openspot/core/error-monitoring/replay-rates.ts'
import { replayIntegration } from '@sentry/browser'

/** Attributes that say what people are called, where they live, or what they have. */
const ATTRIBUTES = [
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'alt',
  'label',
  'content',
  'download',
]

/** Returns what records a visit for replays, and for which share of visits. Null for who does not want it. */
export function recording(wishes: ReplayWishes): {
  rates: ReplayRates
  integration: ReturnType<typeof replayIntegration> | null
} {
  const rates = replayRates(wishes)
  if (rates.session === 0 && rates.on_error === 0) {
    forgetRecording()
    return { rates, integration: null }
  }
  const integration = replayIntegration({
    flushMinDelay: monitoring.flush_min_delay_ms,
    flushMaxDelay: monitoring.flush_max_delay_ms,
    minReplayDuration: Math.min(monitoring.min_replay_duration_ms, monitoring.min_replay_duration_cap_ms),
    maxReplayDuration: monitoring.max_replay_duration_ms,
    mutationBreadcrumbLimit: monitoring.mutation_breadcrumb_limit,
    mutationLimit: monitoring.mutation_limit,
    slowClickTimeout: monitoring.slow_click_ms,
    maskAllText: monitoring.mask_all_text,
    maskAllInputs: monitoring.mask_all_inputs,
    blockAllMedia: monitoring.block_all_media,
    maskAttributes: ATTRIBUTES,
    networkCaptureBodies: false,
    // What the SDK adds to the page's own structure: calls, clicks, and the console.
    beforeAddRecordingEvent: (event) => maskRecorded(event) as typeof event,
  })
  maskAddresses(integration)
  return { rates, integration }
}

/**
 * The recorder notes the addresses of pages and links, and the SDK has no setting for it: its own callback gets only what it adds. So the recorder gets
 * a plugin. A browser test notices if a version of the SDK no longer passes it on.
 */
function maskAddresses(integration: object): void {
  const { _recordingOptions: options } = integration as { _recordingOptions?: object }
  if (options) Object.assign(options, { plugins: [{ name: 'openspot/mask', eventProcessor: maskRecorded }] })
}

/** Where the SDK keeps the state of this tab's recording. */
const KEPT = 'sentryReplaySession'

/** Returns the recording of this tab before the current one, if that one expired. */
export function previousRecording(): string | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEPT) ?? '{}') as { previousSessionId?: unknown }
    return typeof kept.previousSessionId === 'string' ? kept.previousSessionId : null
  } catch {
    return null
  }
}

/** Someone may ask not to be recorded after a page was. */
function forgetRecording(): void {
  try {
    window.sessionStorage.removeItem(KEPT)
  } catch {
    // Without storage there is nothing to forget.
  }
}
