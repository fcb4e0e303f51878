import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { GateDevice } from '@openspot/contract/operations/gate-devices.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { simulatedGateScripts } from '@openspot/core/gates/scripts.ts'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'

type ErrorAt = (field: string) => string | null
type Device<Driver extends GateDevice['driver']> = Extract<GateDevice, { driver: Driver }>

/** Where a device is and how it is wired; the fields depend on its driver. */
export function DeviceFields({
  device,
  errorAt,
  onChange,
}: {
  device: GateDevice
  errorAt: ErrorAt
  onChange: (device: GateDevice) => void
}) {
  switch (device.driver) {
    case 'SIMULATED':
      return <Script device={device} onChange={onChange} />
    case 'SHELLY_HTTP':
      return <ShellyHttp device={device} errorAt={errorAt} onChange={onChange} />
    case 'SHELLY_MQTT':
      return <ShellyMqtt device={device} errorAt={errorAt} onChange={onChange} />
    case 'HOME_ASSISTANT_MQTT':
      return <HomeAssistant device={device} errorAt={errorAt} onChange={onChange} />
    case 'TASMOTA_MQTT':
      return <Tasmota device={device} errorAt={errorAt} onChange={onChange} />
  }
}

function Script({
  device,
  onChange,
}: {
  device: Device<'SIMULATED'>
  onChange: (device: GateDevice) => void
}) {
  const t = useTranslations()
  return (
    <NativeSelect
      label={t('gates.fields.script')}
      value={device.script}
      data={simulatedGateScripts.map((value) => ({ value, label: t(`gates.scripts.${value}`) }))}
      onChange={({ currentTarget: { value } }) => {
        if (isOneOf(simulatedGateScripts, value)) onChange({ ...device, script: value })
      }}
    />
  )
}

interface Of<Driver extends GateDevice['driver']> {
  device: Device<Driver>
  errorAt: ErrorAt
  onChange: (device: GateDevice) => void
}

function ShellyHttp({ device, errorAt, onChange }: Of<'SHELLY_HTTP'>) {
  const t = useTranslations()
  return (
    <>
      <TextInput
        label={t('gates.fields.url')}
        placeholder="http://10.0.0.20"
        inputMode="url"
        value={device.url}
        error={errorAt('url')}
        onChange={(event) => onChange({ ...device, url: event.currentTarget.value.trim() })}
      />
      <Channel device={device} onChange={onChange} />
      <Checkbox
        label={t('gates.fields.isCover')}
        checked={device.is_cover}
        onChange={(event) => onChange({ ...device, is_cover: event.currentTarget.checked })}
      />
    </>
  )
}

function ShellyMqtt({ device, errorAt, onChange }: Of<'SHELLY_MQTT'>) {
  const t = useTranslations()
  return (
    <>
      <TextInput
        label={t('gates.fields.prefix')}
        placeholder="shellyplus1-a8032ab12345"
        value={device.prefix}
        error={errorAt('prefix')}
        onChange={(event) => onChange({ ...device, prefix: event.currentTarget.value.trim() })}
      />
      <Channel device={device} onChange={onChange} />
    </>
  )
}

function HomeAssistant({ device, errorAt, onChange }: Of<'HOME_ASSISTANT_MQTT'>) {
  const t = useTranslations()
  return (
    <>
      <TextInput
        label={t('gates.fields.commandTopic')}
        placeholder="garage/gate/set"
        value={device.command_topic}
        error={errorAt('command_topic')}
        onChange={(event) => onChange({ ...device, command_topic: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('gates.fields.stateTopic')}
        placeholder="garage/gate/state"
        value={device.state_topic}
        error={errorAt('state_topic')}
        onChange={(event) => onChange({ ...device, state_topic: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('gates.fields.availabilityTopic')}
        value={device.availability_topic ?? ''}
        error={errorAt('availability_topic')}
        onChange={(event) =>
          onChange({ ...device, availability_topic: event.currentTarget.value.trim() || null })
        }
      />
    </>
  )
}

function Tasmota({ device, errorAt, onChange }: Of<'TASMOTA_MQTT'>) {
  const t = useTranslations()
  return (
    <>
      <TextInput
        label={t('gates.fields.topic')}
        placeholder="gate1"
        value={device.topic}
        error={errorAt('topic')}
        onChange={(event) => onChange({ ...device, topic: event.currentTarget.value.trim() })}
      />
      <CountField
        label={t('gates.fields.sensorInput')}
        description={t('gates.fields.sensorInputHint')}
        value={device.sensor_input}
        min={1}
        max={8}
        onChange={(sensor_input) => onChange({ ...device, sensor_input })}
      />
    </>
  )
}

/** The relay and the input of the position sensor. */
function Channel({
  device,
  onChange,
}: {
  device: Device<'SHELLY_HTTP' | 'SHELLY_MQTT'>
  onChange: (device: GateDevice) => void
}) {
  const t = useTranslations()
  return (
    <>
      <CountField
        label={t('gates.fields.channel')}
        value={device.channel}
        max={7}
        onChange={(channel) => onChange({ ...device, channel: channel ?? 0 })}
      />
      <CountField
        label={t('gates.fields.sensorInput')}
        description={t('gates.fields.sensorInputHint')}
        value={device.sensor_input}
        max={7}
        onChange={(sensor_input) => onChange({ ...device, sensor_input })}
      />
      <Checkbox
        label={t('gates.fields.canLatch')}
        checked={device.can_latch}
        onChange={(event) => onChange({ ...device, can_latch: event.currentTarget.checked })}
      />
    </>
  )
}
