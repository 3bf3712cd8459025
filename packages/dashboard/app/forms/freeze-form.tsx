// Makes or changes a freeze window: what for, once or again and again, and in plain words when that is.
import type { FreezeScope, FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { scheduleQuery } from '../api/task-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { ScopeFields } from './scope-fields.tsx'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const hourMs = 3_600_000
const presets = [
  { title: 'Weekends', schedule: '0 18 * * fri', duration: '60h' },
  { title: 'Nights', schedule: '0 20 * * *', duration: '10h' },
  { title: 'Fridays', schedule: '0 12 * * fri', duration: '12h' },
]

export function FreezeForm({ window, onClose }: { window?: FreezeWindow; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(window?.name ?? '')
  const [reason, setReason] = useState(window?.reason ?? '')
  const [scope, setScope] = useState<FreezeScope>(window?.scope ?? 'all')
  const [scopeId, setScopeId] = useState(window?.scope_id ?? '')
  const [isRecurring, setRecurring] = useState(window ? window.schedule !== null : false)
  const [from, setFrom] = useState(localText(window?.starts_at ?? new Date().toISOString()))
  const [until, setUntil] = useState(localText(window?.ends_at ?? new Date(Date.now() + 48 * hourMs).toISOString()))
  const [schedule, setSchedule] = useState(window?.schedule ?? presets[0]?.schedule ?? '')
  const [duration, setDuration] = useState(window?.duration ?? presets[0]?.duration ?? '')
  const [zone, setZone] = useState(window?.time_zone ?? ownZone ?? 'UTC')
  const save = useMutation({
    mutationFn: () => {
      const times = isRecurring
        ? { schedule, duration, time_zone: zone }
        : { starts_at: momentOf(from), ends_at: momentOf(until), time_zone: zone }
      return window
        ? api.freezeUpdate({ params: { id: window.id }, body: { name, reason, ...times } })
        : api.freezeCreate({
            body: { name, reason, scope, ...(scope === 'all' ? {} : { scope_id: scopeId }), ...times },
          })
    },
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: keys.freezes })
      toast(window ? `${saved.name} was changed` : `${saved.name} was made`)
      onClose()
    },
  })
  return (
    <Dialog title={window ? `Freeze window ${window.name}` : 'New freeze window'} shape="drawer" onClose={onClose}>
      <DialogForm
        act={window ? 'save the freeze window' : 'make the freeze window'}
        submit={window ? 'Save' : 'Make the freeze window'}
        error={save.error}
        pending={save.isPending}
        onSubmit={() => save.mutate()}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          placeholder="weekend"
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Reason"
          maxLength={1000}
          value={reason}
          hint="Those whose deploys are held will read it."
          onChange={(event) => setReason(event.target.value)}
        />
        {!window && (
          <ScopeFields
            scope={scope}
            scopeId={scopeId}
            scopes={['all', 'project', 'environment', 'app']}
            onChange={(next, id) => {
              setScope(next)
              setScopeId(id)
            }}
          />
        )}
        {!window && (
          <fieldset className="grid gap-2">
            <legend className="pb-1.5 font-strong">How often</legend>
            <Choice
              type="radio"
              name="how-often"
              checked={!isRecurring}
              onChange={() => setRecurring(false)}
              label="Once"
            />
            <Choice
              type="radio"
              name="how-often"
              checked={isRecurring}
              onChange={() => setRecurring(true)}
              label="Again and again"
            />
          </fieldset>
        )}
        {isRecurring ? (
          <RecurringFields
            {...{ schedule, duration, zone }}
            onSchedule={setSchedule}
            onDuration={setDuration}
            onZone={setZone}
          />
        ) : (
          <div className="grid grid-cols-2 gap-3 max-list:grid-cols-1">
            <TextField
              label="From"
              type="datetime-local"
              required
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
            <TextField
              label="Until"
              type="datetime-local"
              required
              value={until}
              hint={`In your time zone, ${ownZone}.`}
              onChange={(event) => setUntil(event.target.value)}
            />
          </div>
        )}
      </DialogForm>
    </Dialog>
  )
}

interface RecurringFieldsProps {
  schedule: string
  duration: string
  zone: string
  onSchedule: (value: string) => void
  onDuration: (value: string) => void
  onZone: (value: string) => void
}

function RecurringFields({ schedule, duration, zone, onSchedule, onDuration, onZone }: RecurringFieldsProps) {
  const preview = useQuery(scheduleQuery(schedule, zone))
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button
            key={preset.title}
            onClick={() => {
              onSchedule(preset.schedule)
              onDuration(preset.duration)
            }}
          >
            {preset.title}
          </Button>
        ))}
      </div>
      <TextField
        label="Begins"
        mono
        required
        maxLength={200}
        spellCheck={false}
        value={schedule}
        error={preview.error?.message}
        hint="Minute, hour, day of month, month, day of week."
        onChange={(event) => onSchedule(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-3 max-list:grid-cols-1">
        <TextField
          label="Lasts"
          mono
          required
          maxLength={12}
          value={duration}
          hint="Such as 90m, 12h or 2d."
          onChange={(event) => onDuration(event.target.value)}
        />
        <TextField
          label="Time zone"
          required
          maxLength={64}
          value={zone}
          hint="An IANA name, such as Europe/Berlin."
          onChange={(event) => onZone(event.target.value)}
        />
      </div>
      {preview.data && (
        <p role="status" className="rounded-md border border-line bg-page px-3 py-2">
          Holds <strong className="font-strong">{preview.data.words}</strong> for {duration}, {zone} time.
        </p>
      )}
    </>
  )
}

/** What an input of the browser holds: the reader's own clock, without a zone. */
function localText(at: string): string {
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function momentOf(text: string): string {
  return new Date(text).toISOString()
}
