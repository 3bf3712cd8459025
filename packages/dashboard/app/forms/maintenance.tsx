// The maintenance switch of an app: it acts at once, says so where it is on, and keeps what visitors read.
import type { AppRules } from '@levelrail/contract/schemas/rules.ts'
import { Construction } from 'lucide-react'
import { useState } from 'react'
import { useRulesChange } from '../api/ingress-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { Section } from '../components/section.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

interface MaintenanceProps {
  name: string
  maintenance: AppRules['maintenance']
}

const needs = 'Needs the ability write'

/** On the overview and above the rules, while it is on. */
export function MaintenanceBanner({ name, maintenance }: MaintenanceProps) {
  const mayEdit = can.editApps(useIdentity())
  const [isOpen, setOpen] = useState(false)
  const off = useRulesChange(name)
  if (!maintenance.enabled) return null
  return (
    <section aria-label="Maintenance" className="grid gap-3 px-6 pt-4 max-shell:px-4">
      <Notice
        tone="held"
        title="Maintenance is on: visitors get 503"
        action={
          <div className="flex flex-wrap gap-2">
            <Button disabled={!mayEdit} title={mayEdit ? undefined : needs} onClick={() => setOpen(true)}>
              Change the message
            </Button>
            <Button
              look="primary"
              disabled={!mayEdit}
              title={mayEdit ? undefined : needs}
              pending={off.isPending}
              onClick={() =>
                off.mutate(
                  { maintenance: { ...maintenance, enabled: false } },
                  { onSuccess: () => toast(`${name} answers again`) },
                )
              }
            >
              Turn it off
            </Button>
          </div>
        }
      >
        {maintenance.message ? (
          <>They read: “{maintenance.message}”</>
        ) : (
          'They read the usual sentence, since there is no message.'
        )}
      </Notice>
      {off.error && <Failure error={off.error} act="turn maintenance off" />}
      {isOpen && <MaintenanceDialog name={name} maintenance={maintenance} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** The first of the rules, while it is off. */
export function MaintenanceSwitch({ name, maintenance }: MaintenanceProps) {
  const mayEdit = can.editApps(useIdentity())
  const [isOpen, setOpen] = useState(false)
  if (maintenance.enabled) return null
  return (
    <Section
      title="Maintenance"
      about="Visitors get a page with your message and 503, at once. The app itself goes on running."
    >
      <Button disabled={!mayEdit} title={mayEdit ? undefined : needs} onClick={() => setOpen(true)}>
        <Construction className="size-3.5" aria-hidden="true" />
        Turn maintenance on
      </Button>
      {isOpen && <MaintenanceDialog name={name} maintenance={maintenance} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function MaintenanceDialog({ name, maintenance, onClose }: MaintenanceProps & { onClose: () => void }) {
  const [message, setMessage] = useState(maintenance.message)
  const save = useRulesChange(name)
  const words = maintenance.enabled ? 'Save the message' : 'Turn maintenance on'
  return (
    <Dialog title={maintenance.enabled ? 'Message' : `Maintenance of ${name}`} onClose={onClose}>
      <DialogForm
        act={maintenance.enabled ? 'save the message' : 'turn maintenance on'}
        submit={words}
        error={save.error}
        pending={save.isPending}
        onSubmit={() =>
          save.mutate(
            { maintenance: { enabled: true, message: message.trim() } },
            {
              onSuccess: () => {
                toast(maintenance.enabled ? 'Message saved' : `${name} is in maintenance`)
                onClose()
              },
            },
          )
        }
        onCancel={onClose}
      >
        <TextAreaField
          label="What visitors read"
          maxLength={500}
          placeholder="Back at 14:00 UTC."
          hint="Plain text; empty shows the usual sentence."
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
