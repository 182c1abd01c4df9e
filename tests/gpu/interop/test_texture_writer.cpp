// SPDX-License-Identifier: GPL-3.0-or-later

// OpenGL reads back what CUDA wrote into textures.

#include "gpu/interop/texture_writer.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "gpu/render/kept_pictures.hpp"
#include "gpu/support/kept.hpp"
#include "support/testing.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"

using namespace burin;
using namespace burin::test;

namespace {

/// A picture that is not on any card.
struct PictureElsewhere final : DevicePicture {
    [[nodiscard]] const std::vector<float>& values() const override { return one; }

    std::vector<float> one = {1};
};

}  // namespace

class TestTextureWriter : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void cleanupTestCase();
    void writesWhatWasComputed();
    void writesOneTextureAgainAndAgain();
    void leavesTheOthersToBeUploaded();
    void survivesTheContext();

  private:
    GLuint texture(const Rect& blocks);
    std::vector<float> read(GLuint id, const Rect& blocks);

    ui::OffscreenGl gl_;
    std::unique_ptr<gpu::CudaBackend> backend_;
    std::shared_ptr<const Graph> graph_;
    std::unique_ptr<TextureWriter> writer_;
};

void TestTextureWriter::initTestCase() {
    if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    if (const QString why = gl_.open(); !why.isEmpty()) QSKIP(qPrintable(why));
    const QString renderer = reinterpret_cast<const char*>(gl_->glGetString(GL_RENDERER));
    writer_ = gpu::openTextureWriter();
    if (!writer_) QSKIP(qPrintable("CUDA does not know the card of OpenGL: " + renderer));
    qInfo("OpenGL on %s", qPrintable(renderer));
    backend_ = std::make_unique<gpu::CudaBackend>(gpu::CudaOptions{{0}, std::size_t{64} << 20U});
    graph_ = bindText(noise, {}, {});
}

void TestTextureWriter::cleanupTestCase() {
    writer_.reset();
    gl_.close();
}

GLuint TestTextureWriter::texture(const Rect& blocks) {
    GLuint id = 0;
    gl_->glGenTextures(1, &id);
    gl_->glBindTexture(GL_TEXTURE_2D, id);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl_->glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, static_cast<GLsizei>(blocks.width),
                      static_cast<GLsizei>(blocks.height), 0, GL_RED, GL_FLOAT, nullptr);
    return id;
}

std::vector<float> TestTextureWriter::read(GLuint id, const Rect& blocks) {
    std::vector<float> values(static_cast<std::size_t>(blocks.area()));
    gl_->glBindTexture(GL_TEXTURE_2D, id);
    gl_->glPixelStorei(GL_PACK_ALIGNMENT, 4);
    gl_->glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, values.data());
    return values;
}

void TestTextureWriter::writesWhatWasComputed() {
    const Rect areas[] = {{0, 0, 260, 260}, {5, 7, 1, 1}, {9, 1, 37, 260}, {1, 1, 259, 3}};
    std::vector<MeansOnBothSides> means;
    std::vector<TextureWriter::Write> writes;
    for (const Rect& area : areas) {
        means.push_back(meansOf(*backend_, graph_, area, 1));
        writes.push_back({texture(area), means.back().kept.get()});
    }
    writer_->write(writes);
    for (std::size_t k = 0; k < writes.size(); ++k) {
        QVERIFY(writes[k].written);
        QVERIFY(read(writes[k].texture, areas[k]) == means[k].onHost);
        writer_->forget(writes[k].texture);
        gl_->glDeleteTextures(1, &writes[k].texture);
    }
    QCOMPARE(gl_->glGetError(), GLenum(GL_NO_ERROR));
}

/// Textures are reused for other tiles in this way. The texture is registered only once.
void TestTextureWriter::writesOneTextureAgainAndAgain() {
    const Rect area{0, 0, 260, 260};
    const GLuint id = texture(area);
    for (std::int64_t k = 0; k < 20; ++k) {
        const MeansOnBothSides means = meansOf(*backend_, graph_, area.translated({k, 3 * k}), 2);
        TextureWriter::Write write{id, means.kept.get()};
        writer_->write({&write, 1});
        QVERIFY(write.written);
        QVERIFY(read(id, area) == means.onHost);
    }
    writer_->forget(id);
    gl_->glDeleteTextures(1, &id);
}

/// Pictures that are not, or no longer, on the card. The same picture twice is allowed.
void TestTextureWriter::leavesTheOthersToBeUploaded() {
    const Rect area{0, 0, 64, 64};
    const MeansOnBothSides means = meansOf(*backend_, graph_, area, 2);
    const MeansOnBothSides moved = meansOf(*backend_, graph_, area, 3);
    const auto& kept = dynamic_cast<const gpu::KeptPicture&>(*moved.kept);
    QVERIFY(const_cast<gpu::KeptPicture&>(kept).leaveDevice());
    const PictureElsewhere elsewhere;
    TextureWriter::Write writes[] = {{texture(area), means.kept.get()},
                                     {texture(area), moved.kept.get()},
                                     {texture(area), &elsewhere},
                                     {texture(area), nullptr},
                                     {texture(area), means.kept.get()}};
    writer_->write(writes);
    for (std::size_t k = 0; k < std::size(writes); ++k) {
        QCOMPARE(writes[k].written, k == 0 || k == 4);
        if (writes[k].written) QVERIFY(read(writes[k].texture, area) == means.onHost);
        writer_->forget(writes[k].texture);
        gl_->glDeleteTextures(1, &writes[k].texture);
    }
    QVERIFY(moved.kept->values() == moved.onHost);
}

/// The next context has its own writer, and its textures get the same names as those of the first.
void TestTextureWriter::survivesTheContext() {
    const Rect area{0, 0, 100, 80};
    const MeansOnBothSides means = meansOf(*backend_, graph_, area, 2);
    TextureWriter::Write write{texture(area), means.kept.get()};
    writer_->write({&write, 1});
    QVERIFY(write.written);
    gl_.close();  // destroys the texture before its writer
    writer_.reset();
    QCOMPARE(gl_.open(), QString());
    writer_ = gpu::openTextureWriter();
    QVERIFY(writer_ != nullptr);
    write = {texture(area), means.kept.get()};
    writer_->write({&write, 1});
    QVERIFY(write.written);
    QVERIFY(read(write.texture, area) == means.onHost);
}

BURIN_TEST(TestTextureWriter)
#include "test_texture_writer.moc"
