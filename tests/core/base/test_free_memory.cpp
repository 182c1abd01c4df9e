// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/free_memory.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QTemporaryDir>

using namespace burin;

namespace {

using Files = QMap<QString, QByteArray>;

constexpr std::size_t mib = std::size_t{1} << 20U;

const QByteArray version1Mount =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:7 - cgroup cgroup rw,memory\n"
    "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
const QByteArray version2Mount =
    "21 29 0:20 / /proc rw,nosuid shared:12 - proc proc rw\n"
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
const QByteArray meminfo =
    "MemTotal:       66000000 kB\nMemFree:         1000 kB\nMemAvailable:   1048576 kB\n";

}  // namespace

class TestFreeMemory : public QObject {
    Q_OBJECT

  private slots:
    void theNarrowestLimitDecides_data() {
        QTest::addColumn<Files>("files");
        QTest::addColumn<int>("freeMib");
        QTest::addColumn<QString>("limit");
        const QString own = "proc/self/cgroup";
        const QString mounts = "proc/self/mountinfo";
        const QString two = "sys/fs/cgroup/";
        const QString one = "sys/fs/cgroup/memory/";
        QTest::newRow("no control groups") << Files{} << 1024 << "";
        QTest::newRow("version 2, the group at the root of a container")
            << Files{{own, "0::/\n"}, {mounts, version2Mount}, {two + "memory.max", "419430400\n"}} << 400
            << "/sys/fs/cgroup/memory.max";
        QTest::newRow("version 2, its own group below the root")
            << Files{{own, "0::/batch/job_7\n"},
                     {mounts, version2Mount},
                     {two + "batch/memory.max", "max\n"},
                     {two + "batch/job_7/memory.max", "419430400\n"}}
            << 400 << "/sys/fs/cgroup/batch/job_7/memory.max";
        QTest::newRow("version 2, the limit of a parent")
            << Files{{own, "0::/batch/job_7/step_0\n"},
                     {mounts, version2Mount},
                     {two + "batch/job_7/memory.max", "104857600\n"},
                     {two + "batch/job_7/step_0/memory.max", "419430400\n"}}
            << 100 << "/sys/fs/cgroup/batch/job_7/memory.max";
        QTest::newRow("version 2, the limit above which the kernel slows it down")
            << Files{{own, "0::/a\n"},
                     {mounts, version2Mount},
                     {two + "a/memory.max", "419430400\n"},
                     {two + "a/memory.high", "314572800\n"}}
            << 300 << "/sys/fs/cgroup/a/memory.high";
        QTest::newRow("version 2, others of its group use most of it, some of that as file cache")
            << Files{{own, "0::/a\n"},
                     {mounts, version2Mount},
                     {two + "a/memory.max", "419430400\n"},
                     {two + "a/memory.current", "314572800\n"},
                     {two + "a/memory.stat",
                      "anon 209715200\ninactive_file 52428800\nactive_file 52428800\n"}}
            << 150 << "/sys/fs/cgroup/a/memory.max";
        QTest::newRow("version 2, a full group") << Files{{own, "0::/a\n"},
                                                          {mounts, version2Mount},
                                                          {two + "a/memory.max", "419430400\n"},
                                                          {two + "a/memory.current", "419430401\n"}}
                                                 << 0 << "/sys/fs/cgroup/a/memory.max";
        QTest::newRow("version 1 beside an empty version 2")
            << Files{{own, "9:memory:/slurm/uid_1000/job_7\n3:cpu,cpuacct:/\n0::/\n"},
                     {mounts, version1Mount},
                     {one + "memory.limit_in_bytes", "9223372036854771712\n"},
                     {one + "slurm/uid_1000/job_7/memory.limit_in_bytes", "419430400\n"},
                     {one + "slurm/uid_1000/job_7/memory.usage_in_bytes", "104857600\n"},
                     {one + "slurm/uid_1000/job_7/memory.stat", "cache 1\ntotal_inactive_file 52428800\n"}}
            << 350 << "/sys/fs/cgroup/memory/slurm/uid_1000/job_7/memory.limit_in_bytes";
        QTest::newRow("version 1, the limit of a parent")
            << Files{{own, "9:memory:/slurm/job_7\n"},
                     {mounts, version1Mount},
                     {one + "slurm/memory.limit_in_bytes", "419430400\n"},
                     {one + "slurm/job_7/memory.limit_in_bytes", "9223372036854771712\n"}}
            << 400 << "/sys/fs/cgroup/memory/slurm/memory.limit_in_bytes";
        QTest::newRow("a container that sees only its own part of the hierarchy")
            << Files{{own, "9:memory:/docker/abc/inner\n"},
                     {mounts, "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"},
                     {one + "memory.limit_in_bytes", "419430400\n"},
                     {one + "inner/memory.limit_in_bytes", "209715200\n"}}
            << 200 << "/sys/fs/cgroup/memory/inner/memory.limit_in_bytes";
        QTest::newRow("a group outside of the mounted folder")
            << Files{{own, "0::/../other\n"}, {mounts, version2Mount}, {two + "memory.max", "419430400\n"}}
            << 400 << "/sys/fs/cgroup/memory.max";
        QTest::newRow("version 1, a parent outside of the container")
            << Files{{own, "9:memory:/\n"},
                     {mounts, version1Mount},
                     {one + "memory.limit_in_bytes", "9223372036854771712\n"},
                     {one + "memory.usage_in_bytes", "104857600\n"},
                     {one + "memory.stat",
                      "total_inactive_file 52428800\nhierarchical_memory_limit 419430400\n"}}
            << 350 << "hierarchical_memory_limit of /sys/fs/cgroup/memory/memory.stat";
        QTest::newRow("a namespace of groups, and a mount from outside of it")
            << Files{{own, "0::/\n"},
                     {mounts, "30 23 0:26 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
                     {"proc/self/stat", "4711 (burin) R 1\n"},
                     {two + "cgroup.procs", "1\n"},
                     {two + "batch/job_6/cgroup.procs", "47\n471\n"},
                     {two + "batch/job_6/memory.max", "104857600\n"},
                     {two + "batch/job_7/cgroup.procs", "12\n4711\n"},
                     {two + "batch/job_7/memory.max", "419430400\n"}}
            << 400 << "/sys/fs/cgroup/batch/job_7/memory.max";
        QTest::newRow("a namespace of groups, and no group that holds the process")
            << Files{{own, "0::/\n"},
                     {mounts, "30 23 0:26 /.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
                     {"proc/self/stat", "4711 (burin) R 1\n"},
                     {two + "a/memory.max", "104857600\n"},
                     {two + "memory.max", "419430400\n"}}
            << 400 << "/sys/fs/cgroup/memory.max";
        QTest::newRow("a group whose name has a blank and a backslash")
            << Files{{own, "0::/my slice/a\\b/job\n"},
                     {mounts, R"(30 23 0:26 /my\040slice /sys/fs/c\134g rw - cgroup2 cgroup2 rw)"
                              "\n"},
                     {"sys/fs/c\\g/a\\b/job/memory.max", "419430400\n"}}
            << 400 << "/sys/fs/c\\g/a\\b/job/memory.max";
        QTest::newRow("a limit of the process on its address space")
            << Files{{"proc/self/limits",
                      "Limit                     Soft Limit           Hard Limit           Units     \n"
                      "Max data size             unlimited            unlimited            bytes     \n"
                      "Max address space         524288000            unlimited            bytes     \n"},
                     {"proc/self/status",
                      "VmPeak:\t  300000 kB\nVmSize:\t  102400 kB\nVmData:\t  51200 kB\n"}}
            << 400 << "Max address space of /proc/self/limits";
        QTest::newRow("a limit of the process on its data, which are larger")
            << Files{{"proc/self/limits", "Max data size             52428800   unlimited   bytes\n"},
                     {"proc/self/status", "VmData:\t  102400 kB\n"}}
            << 0 << "Max data size of /proc/self/limits";
        QTest::newRow("a limit above the computer's free memory")
            << Files{{own, "0::/a\n"}, {mounts, version2Mount}, {two + "a/memory.max", "41943040000\n"}}
            << 1024 << "";
    }
    void theNarrowestLimitDecides() {
        QFETCH(const Files, files);
        QFETCH(const int, freeMib);
        QFETCH(const QString, limit);
        const QTemporaryDir root;
        write(root.filePath("proc/meminfo"), meminfo);
        for (auto file = files.begin(); file != files.end(); ++file)
            write(root.filePath(file.key()), file.value());
        const FreeMemory found = freeMemory(root.path().toStdString());
        QCOMPARE(QString::fromStdString(found.limit), limit);
        QCOMPARE(found.bytes, static_cast<std::size_t>(freeMib) * mib);
    }

  private:
    static void write(const QString& name, const QByteArray& text) {
        QVERIFY(QDir().mkpath(QFileInfo(name).path()));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
};

BURIN_TEST(TestFreeMemory)
#include "test_free_memory.moc"
