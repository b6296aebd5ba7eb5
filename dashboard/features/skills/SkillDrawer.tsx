import { ActionIcon, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Id } from '../../components/Id.tsx';
import { Facts, DrawerSection, SideDrawer } from '../../components/SideDrawer.tsx';
import { SigningSecret } from '../../components/SigningSecret.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useDeleteSkill, useSkillSecret, type Skill, type SkillsPath } from './api.ts';
import { EditSkill } from './editor/EditSkill.tsx';
import { TestRunPanel } from './test/TestRunPanel.tsx';
import { SKILL_KIND_OPTIONS, RESPONSE_TARGET_OPTIONS, optionLabel } from './labels.ts';
import { t } from '../../language/t.ts';

type SkillDrawerProps = { path: SkillsPath; skill: Skill; onClose: () => void };

export function SkillDrawer({ path, skill, onClose }: SkillDrawerProps) {
  const may = useMay();
  const [isEditing, editing] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const isOwn = may(`PATCH ${path}`) && (path === '/staff/skills' || skill.owner === 'account');
  return (
    <SideDrawer
      title={skill.name}
      isOpen
      onClose={onClose}
      actions={isOwn && <Actions name={skill.name} onEdit={editing.open} onDelete={deleting.open} />}
    >
      {skill.description && (
        <Text size="sm" c="dimmed" mb="md" style={{ whiteSpace: 'pre-wrap' }}>
          {skill.description}
        </Text>
      )}
      <Facts rows={factsOf(skill)} />
      {may(`POST ${path}/test`) && (
        <DrawerSection title={t('Test run')}>
          <TestRunPanel path={path} skill={skill} />
        </DrawerSection>
      )}
      {isOwn && skill.kind === 'http' && may(`POST ${path}/reveal`) && (
        <DrawerSection title={t('Signing secret')}>
          <Secret path={path} of={skill} />
        </DrawerSection>
      )}
      {path === '/skills' && (
        <DrawerSection title={t('Executions')}>
          <Text size="sm">
            <Link to="/skills" search={{ view: 'executions', skill_id: skill.id }}>
              {t('Show what became of its calls')}
            </Link>
          </Text>
        </DrawerSection>
      )}
      {isEditing && <EditSkill path={path} skill={skill} onClose={editing.close} />}
      {isDeleting && <DeleteSkill path={path} skill={skill} onClose={deleting.close} />}
    </SideDrawer>
  );
}

function Secret({ path, of: { id } }: { path: SkillsPath; of: Skill }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'Each call carries X-Webhook-Signature, made with it, so that your system knows who calls. Each reveal is written down.',
        )}
      </Text>
      <SigningSecret
        reveal={useSkillSecret(path, id, 'reveal')}
        rotate={useSkillSecret(path, id, 'rotate')}
        rotationNote={t(
          'The next call is signed with the new secret: what checks with the old one refuses it until it knows the new one.',
        )}
      />
    </>
  );
}

function Actions({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="edit" size={14} />} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={t('Delete {name}', { name })} onClick={onDelete}>
        <Icon name="trash" size={16} />
      </ActionIcon>
    </>
  );
}

function DeleteSkill({ path, skill, onClose }: SkillDrawerProps) {
  const { mutate, isPending } = useDeleteSkill(path, onClose);
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: skill.name })}
      text={
        path === '/skills'
          ? t(
              'Whoever calls it is told that it is unknown. What it did stays on record. This cannot be undone.',
            )
          : t(
              'It leaves every bundle that holds it. Whoever calls it is told that it is unknown. What it did stays on record. This cannot be undone.',
            )
      }
      verb={t('Delete skill')}
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(skill.id)}
      onClose={onClose}
    />
  );
}

function factsOf(skill: Skill) {
  const { url, method } = skill.config;
  const how = typeof method === 'string' ? method : 'POST';
  const call = typeof url === 'string' ? ([[t('Calls'), `${how} ${url}`]] as const) : [];
  return [
    [t('Status'), <StatusBadge key="status" state={skill.is_active ? 'active' : 'inactive'} />],
    [t('Kind'), optionLabel(SKILL_KIND_OPTIONS, skill.kind)],
    ...call,
    [t('Answer goes to'), optionLabel(RESPONSE_TARGET_OPTIONS, skill.response_target)],
    [t('Skill id'), <Id key="id" id={skill.id} what={t('skill id')} />],
  ] as const;
}
