import { ActionIcon, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { SigningSecret } from '../../components/SigningSecret.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useDeleteSkill, useRevealOrRotateSecret, type Skill, type SkillsPath } from './api.ts';
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
      onClose={onClose}
      actions={isOwn && <Actions name={skill.name} onEdit={editing.open} onDelete={deleting.open} />}
    >
      {skill.description && (
        <Text size="sm" c="dimmed" mb="md" style={{ whiteSpace: 'pre-wrap' }}>
          {skill.description}
        </Text>
      )}
      <FactList rows={factsOf(skill)} />
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
              {t('Show executions')}
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
          'This secret signs the X-Webhook-Signature header of every call, so that your system can verify the caller. Every reveal is logged.',
        )}
      </Text>
      <SigningSecret
        reveal={useRevealOrRotateSecret(path, id, 'reveal')}
        rotate={useRevealOrRotateSecret(path, id, 'rotate')}
        rotationNote={t(
          'The next call is signed with the new secret. Your system rejects calls until it uses the new secret.',
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
      <ActionIcon variant="subtle" color="red" aria-label={t('Delete {name}', { name })} onClick={onDelete}>
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
          ? t('Calls of this skill fail with “not found”. Its executions stay listed. This cannot be undone.')
          : t(
              'The skill is removed from all bundles. Calls fail with “not found”. Its executions stay listed. This cannot be undone.',
            )
      }
      verb={t('Delete skill')}
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
    [t('Type'), optionLabel(SKILL_KIND_OPTIONS, skill.kind)],
    ...call,
    [t('Send the answer to'), optionLabel(RESPONSE_TARGET_OPTIONS, skill.response_target)],
    [t('Skill id'), <CopyableId key="id" id={skill.id} what={t('skill id')} />],
  ] as const;
}
