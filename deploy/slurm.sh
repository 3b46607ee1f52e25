#!/bin/sh
#SBATCH --job-name=assay
#SBATCH --array=1-5
#SBATCH --exclusive
#SBATCH --time=02:00:00
#
# A run in shards, one array task each. What stands behind the script's name goes
# to assay run:
#
#   sbatch deploy/slurm.sh data --time=5m
#
# The shards lie in the folder that RESULTS names, or the one that it was
# submitted from. Join them when the array is done:
#
#   assay merge shard-*.json --out=all.json
#
# which names a shard that was lost; run it alone by --array=3.
# ASSAY_SHARDS says how many shards there are when fewer tasks than that run.
set -eu
shards=${ASSAY_SHARDS:-$SLURM_ARRAY_TASK_COUNT}
results=${RESULTS:-$SLURM_SUBMIT_DIR}
exec "${ASSAY:-assay}" run "$@" --shard="$SLURM_ARRAY_TASK_ID/$shards" --out="$results/shard-$SLURM_ARRAY_TASK_ID.json"
