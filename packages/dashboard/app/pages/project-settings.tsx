// Where a project is filed, and its removal.
import type { Project } from '@levelrail/contract/schemas/projects.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { allAppsQuery, organizationsQuery, projectQuery } from '../api/project-queries.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Section } from '../components/section.tsx'
import { InlineForm } from '../forms/form.tsx'
import { GroupDelete, MembersWords } from '../forms/group-delete.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { SelectField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/shell/projects/$projectId')

export function ProjectSettings() {
  const { projectId } = route.useParams()
  const who = useIdentity()
  const { data: project } = useQuery(projectQuery(projectId))
  if (!project) return null
  return (
    <>
      <Section title="Id" about="What the API and the command line address it by.">
        <CopyText text={project.id} label="Copy the id" />
      </Section>
      {can.editProjects(who) ? (
        <>
          <Filing key={project.org_id} project={project} />
          <Removal project={project} />
        </>
      ) : (
        <Section title="Organization" about="Its apps get the variables of the organization too.">
          <OrganizationName id={project.org_id} />
        </Section>
      )}
    </>
  )
}

function OrganizationName({ id }: { id: string }) {
  const { data: organizations } = useQuery(organizationsQuery)
  return organizations && <p>{organizations.find((organization) => organization.id === id)?.name ?? 'None'}</p>
}

function Filing({ project }: { project: Project }) {
  const queryClient = useQueryClient()
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const [chosen, setChosen] = useState(project.org_id)
  const move = useMutation({
    mutationFn: () => api.projectMove({ params: { id: project.id }, body: { org_id: chosen } }),
    onSuccess: async () => {
      toast(`${project.name} was moved`)
      await Promise.all(
        [keys.projects, keys.sharedEnv, keys.apps].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
    },
  })
  return (
    <Section
      title="Organization"
      about="Its apps get the variables of the organization too. Moving touches no container; what is shared changes with each app’s next deploy or restart."
    >
      <InlineForm
        act="move the project"
        submit="Move"
        error={move.error}
        pending={move.isPending}
        disabled={chosen === project.org_id}
        onSubmit={() => move.mutate()}
      >
        <SelectField
          label="Organization"
          value={chosen}
          options={[{ value: '', label: 'None' }, ...organizations.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={setChosen}
        />
      </InlineForm>
    </Section>
  )
}

function Removal({ project }: { project: Project }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { data: apps } = useQuery(allAppsQuery({ project_id: project.id }))
  return (
    <Section
      title="Delete the project"
      about="Its environments, variables and secrets go; its apps stay and run on, in no project."
    >
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete {project.name}
      </Button>
      {isOpen && (
        <GroupDelete
          kind="project"
          group={project}
          members={<MembersWords what="app" names={apps?.map(({ name }) => name) ?? []} />}
          onCancel={() => setOpen(false)}
          onDeleted={() => navigate({ to: paths.projects, ignoreBlocker: true })}
        />
      )}
    </Section>
  )
}
